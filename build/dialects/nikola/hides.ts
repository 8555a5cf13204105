import { posix } from 'node:path';
import type { RuleCollector } from '../collect-rules.ts';
import { belowFolder } from '../glob-paths.ts';
import type { DialectFolder } from '../open-folder.ts';
import { hideBySources } from '../page-sources.ts';
import { readPython } from '../read-python.ts';

/** What Nikola would not publish. */
export function hides({ content, folder, read }: DialectFolder, found: RuleCollector): void {
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
}
