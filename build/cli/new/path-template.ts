import { splitDate } from '../../front-matter/fields/path-name.ts';
import { mostCommon } from './most-common.ts';

/** Neighbours that say where the next one goes. */
const newest = 20;

/**
 * Where the next article goes: the way in which most of the newest are named, with `{year}`, `{month}`, `{day}`, `{date}` and
 * `{name}` in it: `_posts/{date}-{name}.md`, `blog/{year}/{name}/index.md`. `paths` are ordered, the newest first; null without any.
 */
export function toPathTemplate(paths: readonly string[]): string | null {
  // Drafts that lie apart say nothing of where articles go.
  const shown = paths.filter((path) => !/(?:^|\/)_?drafts\//i.test(path));
  return mostCommon((shown.length > 0 ? shown : paths).slice(0, newest).map(toTemplate));
}

function toTemplate(path: string): string {
  const folders = path.split('/');
  const file = folders.pop() ?? '';
  const [, ending = '.md'] = /(\.[a-z]+)$/i.exec(file) ?? [];
  const isIndex = /^index\.[a-z]+$/i.test(file) && folders.length > 0;
  const own = isIndex ? (folders.pop() ?? '') : file.slice(0, -ending.length);
  const days = ['{year}', '{month}', '{day}'];
  let depth = 0;
  const places = folders.map((folder) => {
    if (depth < days.length && (depth === 0 ? /^(?:19|20)\d\d$/ : /^\d{1,2}$/).test(folder)) return days[depth++];
    return folder;
  });
  const { date, bare } = splitDate(own);
  const name = date !== null && bare !== '' ? '{date}-{name}' : '{name}';
  return [...places, isIndex ? `${name}/index${ending}` : `${name}${ending}`].join('/');
}

/** The path that a template gives. `date` is an RFC 3339 one. */
export function fillTemplate(template: string, name: string, date: string): string {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  const values: Record<string, string> = { year, month, day, date: date.slice(0, 10), name };
  return template.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
}
