import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { warnOfWriters } from '../../../build/cli/listen.ts';
import { silent, writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

test.each([
  [0o600, false],
  [0o644, false],
  [0o660, true],
  [0o602, true],
  [0o777, true],
])('a keys file of mode %o: warned of %s', async (mode, isWarned) => {
  const folder = await makeFolder();
  await writeFiles(folder, { 'keys.json': '{"keys": []}' });
  const file = join(folder, 'keys.json');
  await chmod(file, mode);
  const printError = vi.fn();
  warnOfWriters(file, { ...silent, printError });
  expect(printError.mock.calls).toEqual(
    isWarned ? [[expect.stringContaining(`the mode ${mode.toString(8)}, so`)]] : [],
  );
});

test('a keys file that is not there is no reason for a warning', () => {
  warnOfWriters('/nowhere/keys.json', { ...silent, printError: expect.unreachable });
});
