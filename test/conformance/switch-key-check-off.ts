import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/command.ts';

/** The beginning of the check in `core/keys.ts`, as it is bundled. */
const check = /function recognise\(shown, keys, now, sha256\) \{/g;

/**
 * Writes a copy of the package into a folder that takes every request for one with the first key; gives its `dist`. Throws where
 * the check is not found in both: the adapters and the command.
 */
export function switchKeyCheckOff(folder: string): string {
  const dist = join(folder, 'dist');
  cpSync(join(root, 'dist'), dist, { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const patched = scripts.filter((name) => patch(join(dist, name)));
  if (['src', 'build'].every((part) => patched.some((name) => name.startsWith(part)))) return dist;
  throw new Error(`The check of the key was found in ${patched.join(', ') || 'no file'} alone.`);
}

function patch(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  const changed = text.replace(check, '$& return keys[0]?.name ?? null;');
  if (changed !== text) writeFileSync(file, changed);
  return changed !== text;
}
