import { cp, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isQuick } from '../../support/amount.ts';
import { galley, galleyProcess, root, writeFiles } from '../../support/command.ts';
import { bytesOf, treeOf } from '../../support/files.ts';
import { makeFolder } from '../../support/server.ts';

/** Content on which an order, a zone, a locale or a clock would show: equal dates, clashing slugs, loose dates, Umlaute. */
const tricky = Object.fromEntries(
  ['a', 'B', 'ä', 'z', 'ı', 'I', 'i'].flatMap((name) => [
    [`one/2024-03-31-${name}.md`, `---\ntitle: ${name}\ndate: 2024-03-31 02:30:00\n---\n![p](p.svg) ${name}\n`],
    [
      `two/2024-03-31-${name}.md`,
      `---\ntitle: ${name}\ndate: March 31, 2024\n---\n# ${name}\n\n[other](../one/2024-03-31-${name}.md)\n`,
    ],
  ]),
);

test('the same content gives the same tree, whatever zone, locale, order of directories, times of files and folder', {
  tags: ['scaled'],
}, async () => {
  const [first, second] = [await makeFolder(), await makeFolder()];
  if (!isQuick) await cp(join(root, 'content'), join(first, 'content'), { recursive: true });
  await writeFiles(join(first, 'content'), { ...tricky, 'one/p.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  for (const path of (await treeOf(join(first, 'content'))).reverse()) {
    await writeFiles(join(second, 'content'), { [path]: await readFile(join(first, 'content', path)) });
    await utimes(join(second, 'content', path), 1e9, 1e9);
  }
  const shuffle = `--require ${join(root, 'test/support/shuffle-directories.cjs')}`;
  // In `npm test` zone and files alone differ: that needs no process.
  const run = isQuick ? galley : galleyProcess;
  const builds = [
    await run(first, ['build'], { TZ: 'America/Caracas', LANG: 'C', LC_ALL: 'C' }),
    await run(second, ['build'], {
      TZ: 'Pacific/Kiritimati',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      NODE_OPTIONS: shuffle,
    }),
  ];
  expect(builds.map(({ code }) => code)).toEqual([0, 0]);
  expect(builds[1]?.err).toBe(builds[0]?.err);
  const trees = await Promise.all([first, second].map((folder) => bytesOf(join(folder, 'public'))));
  expect(Object.keys(trees[0] ?? {}).length).toBeGreaterThan(30);
  expect(trees[1]).toEqual(trees[0]);
});
