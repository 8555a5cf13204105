import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { belowFolder } from '../glob-paths.ts';
import { hideBySources } from '../page-sources.ts';
import { readPython } from '../read-python.ts';

export const ways: readonly HidingWay[] = [
  ['`.. status: draft`, `private`', 'read', 'status'],
  ['the tags `draft` and `private` of older sites', 'read', 'nikola-tag'],
  ['`POSTS` and `PAGES`: what their patterns do not match', 'read', 'nikola-path'],
  ['`.. password: …`', 'read', 'password'],
  ['`FUTURE_IS_NOW`', 'not applicable', 'an article appears at its date'],
  ['`.. hidetitle: true`, `PAGE_INDEX`', 'not applicable', 'the page is there'],
];

/** What Nikola would not publish. */
export const hides: FindHidden = ({ content, folder, read }, found) => {
  const from = posix.join(folder, 'conf.py');
  const tags = { key: 'tags', words: ['draft', 'private'] };
  found.hide({ name: 'nikola-tag', from, where: tags }, belowFolder(''), 'tags');
  const assigned = readPython(read(from));
  const sources = ['POSTS', 'PAGES'].flatMap((name) =>
    assigned(name)
      .flat()
      .flatMap((each) => found.readTexts(from, name, Array.isArray(each) ? each[0] : each))
      // Also in the folders below.
      .map((glob) => ({ folders: [posix.join(folder, posix.dirname(glob))], include: [`**/${posix.basename(glob)}`] })),
  );
  hideBySources(found, { program: 'nikola', from, content: found.unread.length === 0 ? content : null }, sources);
};
