import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNeighbours } from '../../../build/cli/new.ts';
import { Config } from '../../../build/cli/settings.ts';
import { writeNames } from '../../../build/cli/write-names.ts';
import { headerFinders } from '../../../build/dialects/index.ts';
import { topOfFile } from '../../../build/problems/report-problem.ts';

const text = '.. title: A\n.. date: 2024-01-01\n\nText\n';

test.each([
  ['a header of a dialect that is on takes a line', [], `.. id: 7\n${text}`],
  ['what looks like one is text where that is off', ['nikola'], `---\nid: 7\n---\n${text}`],
])('%s', async (_, off, written) => {
  const file = join(await mkdtemp(join(tmpdir(), 'galley-')), 'a.md');
  await writeFile(file, text);
  await writeNames(file, { id: 7 }, topOfFile, headerFinders({ detected: [], off }));
  expect(await readFile(file, 'utf8')).toBe(written);
});

/** Files whose header says aliases as `written`, and whose id is 7 where it is given. */
const files = {
  YAML: (written: string, id = '') => `---\n${id && 'id: 7\n'}${written}\nx: 1\n---\nText.\n`,
  TOML: (written: string, id = '') => `+++\n${id && 'id = 7\n'}aliases = ${written}\n+++\nText.\n`,
  JSON: (written: string, id = '') => `{\n${id && '  "id": 7,\n'}"aliases": ${written}, "x": 1}\n\nText.\n`,
  Hexo: (written: string, id = '') => `;;;\n${id && '"id": 7,\n'}"aliases": ${written}\n;;;\nText.\n`,
  'open YAML': (written: string, id = '') => `${id && 'id: 7\n'}title: A\naliases: ${written}\n---\nText.\n`,
  Nikola: (written: string, id = '') => `<!-- ${id && '.. id: 7\n'}.. title: A\n.. aliases: ${written}\n-->\n`,
  Pelican: (written: string, id = '') => `${id && 'id: 7\r\n'}Title: A\r\nAliases: ${written}\r\n\r\nText.\r\n`,
};
const shapes: [syntax: keyof typeof files, before: string, after: string][] = [
  ['YAML', 'aliases: []', 'aliases: [new]'],
  ['YAML', 'aliases: [ ] # none', 'aliases: [new] # none'],
  ['YAML', 'aliases:', 'aliases: [new]'],
  ['YAML', 'aliases:  # none', 'aliases: [new]  # none'],
  ['YAML', 'aliases: ~', 'aliases: [new]'],
  ['YAML', 'aliases: Null # none', 'aliases: [new] # none'],
  ['YAML', 'aliases: ""', 'aliases: [new]'],
  ['YAML', 'aliases: old # one', 'aliases: [new, old] # one'],
  ['YAML', 'aliases: /blog/old/', 'aliases: [new, "/blog/old/"]'],
  ['YAML', "aliases: 'old'", 'aliases: [new, old]'],
  ['YAML', 'aliases:\n  -', 'aliases:\n  - new\n  -'],
  ['YAML', 'aliases:\r', 'aliases: [new]\r'],
  ['TOML', '[]', '["new"]'],
  ['TOML', '"old" # one', '["new", "old"] # one'],
  ['TOML', "'old'", '["new", "old"]'],
  ['JSON', '[]', '["new"]'],
  ['JSON', 'null', '["new"]'],
  ['JSON', '"old"', '["new", "old"]'],
  ['Hexo', '"old"', '["new", "old"]'],
  ['open YAML', '[old]', '[new, old]'],
  ['Nikola', 'old', 'new, old'],
  ['Pelican', 'old, older', 'new, old, older'],
];

test.each(shapes)('%s takes an id and a former slug: %j', async (syntax, before, after) => {
  const file = join(await mkdtemp(join(tmpdir(), 'galley-')), 'a.md');
  await writeFile(file, files[syntax](before));
  const finders = headerFinders({ detected: [], off: [] });
  const isWritten = await writeNames(file, { id: 7, aliases: ['new'] }, topOfFile, finders);
  expect([await readFile(file, 'utf8'), isWritten]).toEqual([files[syntax](after, 'id'), true]);
});

test.each([
  [{}, ['a.md']],
  [{ nikola: false }, []],
])('headers of dialects are read as the setting has it: %j', async (dialects, paths) => {
  const root = await mkdtemp(join(tmpdir(), 'galley-'));
  await writeFile(join(root, 'a.md'), '.. title: A\n.. date: 2024-01-01\n\nText\n');
  const config = Config.parse({ content: root, dialects });
  expect((await findNeighbours(config)).map(({ path }) => path)).toEqual(paths);
});
