import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { vi } from 'vitest';
import { removeAtEnd } from '../support/remove-at-end.ts';
import { findAll } from './find-unlisted.ts';
import { type Fixture, makeFixture } from './fixture.ts';
import { runTarget, type TargetRun } from './run-target.ts';
import { toSuites } from './suites.ts';
import { switchKeyCheckOff } from './switch-key-check-off.ts';
import { saveRow, toRow } from './table.ts';
import { node } from './targets/node.ts';

/** What the files of all platforms need. */
export interface Shared {
  fixture: Fixture;
  /** A copy of `dist` without the check of the key. */
  unchecked: string;
  /** What the Node adapter responds. */
  reference: TargetRun;
}

const folder = join(runFolder(), 'conformance');
const [ready, failed] = [join(folder, 'shared'), join(folder, 'failed')];

/** Where each file of this run leaves its row of the table. */
export const rows = join(folder, 'rows');

/** Made by the first file of a run that asks; the others wait for it. */
export async function share(): Promise<Shared> {
  if (isFirst()) {
    const made = await make().catch(async (error) => {
      await writeFile(failed, String(error?.stack ?? error));
      throw error;
    });
    await writeFile(`${ready}.new`, serialize(made));
    await rename(`${ready}.new`, ready);
    return made;
  }
  await vi.waitUntil(() => existsSync(ready) || existsSync(failed), { interval: 20, timeout: 50_000 });
  if (existsSync(failed)) throw new Error(await readFile(failed, 'utf8'));
  return deserialize(await readFile(ready));
}

function isFirst(): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function make(): Promise<Shared> {
  const fixture = await makeFixture(join(folder, 'fixture'));
  await mkdir(join(folder, 'unchecked'));
  const unchecked = switchKeyCheckOff(join(folder, 'unchecked'));
  const { suites, setups, titled } = toSuites(fixture, unchecked);
  const reference = await runTarget(node, setups, suites);
  await saveRow(rows, toRow(node.name, reference, titled, findAll(node.name, reference, reference, titled)));
  return { fixture, unchecked, reference };
}

/** The folder of the reporter, which removes it in the end; without that one, a folder for this file alone. */
function runFolder(): string {
  if (process.env.GALLEY_SKIPPED) return dirname(process.env.GALLEY_SKIPPED);
  const own = mkdtempSync(join(tmpdir(), 'galley-conformance-'));
  removeAtEnd(own);
  return own;
}
