import { expect, test } from 'vitest';
import { editorAddress } from '../../../build/preview/shown-problems.ts';

test.each([
  ['vscode://file{path}:{line}:{column}', '/a b/c#d/é.md', 'vscode://file/a%20b/c%23d/%C3%A9.md:3:7'],
  ['idea://open?file={path}&line={line}&column={column}', '/a&b.md', 'idea://open?file=/a%26b.md&line=3&column=7'],
  ['x://{path}', '/$&.md', 'x:///%24%26.md'],
])('%s opens %s as %s', (setting, file, address) => {
  expect(editorAddress(setting, file, { line: 3, column: 7 })).toBe(address);
});
