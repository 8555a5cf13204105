import { markdownName } from '../../source/source-file.ts';
import { isLanguage } from './is-language.ts';

/** What a path says of an article: the name it goes by, the date in front of it, and the folders around it. */
export interface PathName {
  /** File name without its ending (`.md`, and `.html.md` of DocPad and Middleman); for `index.md` and `index.de.md` its folder's name. */
  own: string;
  /** `own` without a date in front; empty for a name that is only a date. */
  bare: string;
  /** The date as it is written in front of `own` (`2015-1-12`), else null. */
  date: string | null;
  /** Names of the folders around it, from the outside in. */
  folders: string[];
}

/** Takes a content path (`2019/2019-01-02-name/index.md`) apart. */
export function pathName(path: string): PathName {
  const folders = path.split('/');
  const file = (folders.pop() ?? '')
    .replace(markdownName, '')
    .replace(/\.html?$/i, '')
    // Exports put a number behind the title of each page.
    .replace(/(?<=\S) [\da-f]{32}$/, '');
  const own = isIndex(file) ? (folders.pop() ?? 'index') : file;
  return { own, ...splitDate(own), folders };
}

/** `index`, or that of a language: `index.de`. */
function isIndex(name: string): boolean {
  const [, language] = /^index(?:\.(.*))?$/i.exec(name) ?? [null, ''];
  return language === undefined || isLanguage(language);
}

/** A date in front of a name, and the rest: `2015-1-12-name`, `2015_01_12 name`, `2015.01.12`. */
export function splitDate(name: string): { date: string | null; bare: string } {
  const [date = null] = /^\d{4}([-_.])\d{1,2}\1\d{1,2}(?=$|[-_. ])/.exec(name) ?? [];
  return { date, bare: date === null ? name : name.slice(date.length).replace(/^[-_. ]+/, '') };
}
