import { join } from 'node:path';
import { isTimeZone } from '../front-matter/dates/time-zones.ts';
import { readSettings } from '../source/content-folders.ts';
import type { Dialect } from './dialect.ts';
import { parseSettings, toSettings } from './parse-settings.ts';

/** The time zone that the settings of a program name, and their file; null where none does. The nearest of `folders` counts. */
export function findTimeZone(
  programs: readonly Dialect[],
  folders: readonly string[],
): { name: string; file: string; plainInUtc?: true } | null {
  for (const folder of folders)
    for (const timeZone of programs.map(({ settings }) => settings?.timeZone))
      for (const file of (timeZone?.files ?? []).map((name) => join(folder, name))) {
        const text = readSettings(file);
        const name = timeZone && text !== '' ? readZoneName(file, text, timeZone.key) : null;
        if (name !== null && name !== '' && isTimeZone(name))
          return { name, file, ...(timeZone?.plainInUtc && { plainInUtc: true }) };
      }
  return null;
}

/** Of settings for several languages, that of the usual one counts where the site has none. */
function readZoneName(file: string, text: string, key: string): string | null {
  if (file.endsWith('.py')) return [...text.matchAll(assignment)].findLast(([, name]) => name === key)?.[3] ?? null;
  if (!text.toLowerCase().includes(key.toLowerCase())) return null;
  const settings = parseSettings(file, text) ?? {};
  const { defaultContentLanguage: usual = 'en', languages } = settings;
  const all = toSettings(languages) ?? {};
  const [first, ...others] = Object.keys(all);
  const own = others.length === 0 && first !== undefined ? all[first] : all[`${usual}`];
  const values = [settings, toSettings(own) ?? {}].flatMap((each) => Object.entries(each));
  const found = values.find(([name, value]) => name.toLowerCase() === key.toLowerCase() && typeof value === 'string');
  return found === undefined ? null : `${found[1]}`;
}

const assignment = /^(\w+)[ \t]*=[ \t]*[ur]?(["'])([^"'\n]+)\2/gm;
