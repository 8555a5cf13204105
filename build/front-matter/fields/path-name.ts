import { collapse } from '../../../src/core/collapse.ts';
import { isLanguage } from '../../source/is-language.ts';
import { markdownName } from '../../source/source-file.ts';
import type { ContentOptions } from '../options.ts';
import { decodeSegment } from './slug.ts';

/** What the path of an article holds: its name, the date before it, and the folders around it. */
export interface PathName {
  /**
   * File name without its ending (`.md`, and `.html.md` of DocPad and Middleman); for `index.md` and `index.de.md` its
   * folder's name.
   */
  own: string;
  /** `own` without a date in front, or the end of one that its folders begin; empty for a name that is only a date. */
  bare: string;
  /** The date as it is written in front of `own` (`2015-1-12`, `20150112`), else null. */
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
  const own = isIndexName(file) ? (folders.pop() ?? 'index') : file;
  const split = splitDate(own);
  return { own, ...split, bare: split.date === null ? (splitDay(folders, own)?.bare ?? own) : split.bare, folders };
}

/** A path without numbers that only order files (`01-guide/2. name.md`); a date, a version and a number alone stay. */
export function plainPath(path: string, { numbered }: ContentOptions): string {
  if (!numbered?.test(path)) return path;
  return path.replace(/(?<![^/])\d{1,9}(?![-_.]\d)\s{0,3}[-_.]{1,3}\s{0,3}(?=[^-_.\s/][^/.]{0,255}[/.])/g, '');
}

/** Whether a file is the `index.md` of its folder, or that of a language. */
export function isIndex(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^index\./i.test(name) && markdownName.test(name) && isIndexName(name.replace(markdownName, ''));
}

/** `index`, or that of a language: `index.de`. */
function isIndexName(name: string): boolean {
  const [, language] = /^index(?:\.(.*))?$/i.exec(name) ?? [null, ''];
  return language === undefined || isLanguage(language);
}

/** A date in front of a name, and the rest: `2015-1-12-name`, `2015_01_12 name`, `2015.01.12`, `20150112-name`. */
export function splitDate(name: string): { date: string | null; bare: string } {
  const [date = null] =
    /^(?:\d{4}([-_.])\d{1,2}\1\d{1,2}|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?=$|[-_. ])/.exec(name) ??
    [];
  return { date, bare: date === null ? name : name.slice(date.length).replace(/^[-_. ]+/, '') };
}

/**
 * A date that the nearest folders begin and a name ends: `2015/01/12-name`, `2015-01/12-name`, `2015/01-12-name`. Null
 * without one. A day below folders of year and month stays in the name, as slugs always had it.
 */
function splitDay(folders: readonly string[], own: string): { date: string; bare: string } | null {
  const path = [...folders.slice(-2), own].join('/');
  const [whole = '', year, month, day, rest] =
    /(?:^|\/)(\d{4})[-/](0[1-9]|1[0-2])[-/](0[1-9]|[12]\d|3[01])[-_ ]([^/]+)$/.exec(path) ?? [];
  if (rest === undefined) return null;
  const isInThree = /^\/?\d{4}\/\d\d\//.test(whole);
  return { date: `${year}-${month}-${day}`, bare: isInThree ? own : rest };
}

/**
 * The date in a path as `2015-1-12`: in front of the file's name, else of the nearest folder's, else three folders
 * that are year, month and day, or what `splitDay` finds. Null without one; a year and a month alone are no date.
 */
export function pathDate({ own, date, folders }: PathName): string | null {
  const written = date ?? folders.map((folder) => splitDate(folder).date).findLast((found) => found !== null);
  if (written !== undefined && written !== null) {
    const day = written.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3').replace(/[_.]/g, '-');
    // No calendar has a month 13 or a day 32: such numbers are no date.
    return /-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])$/.test(day) ? day : null;
  }
  const days = /(?:^|\/)(\d{4}\/\d{1,2}\/\d{1,2})(?:\/|$)/.exec(folders.join('/'));
  return days?.[1]?.replaceAll('/', '-') ?? splitDay(folders, own)?.date ?? null;
}

/**
 * The title of a file without any other: its name without the date, as words. A name that is a title already stays: one
 * with spaces in it, with digits between full stops (`v0.0.1`), and the capitals of a word such as `iPhone`.
 */
export function titleFromPath(path: string): string {
  const { own, bare } = pathName(path);
  const name = decodeSegment(bare).trim();
  const isWritten = /\s/.test(name);
  const words = collapse(isWritten ? name : name.replace(/[-_]+/g, ' '));
  if (words === '') return own;
  const [first = ''] = words.split(' ', 1);
  // A word with a capital or a number inside has its spelling from its author.
  const isSpelt = /^v\p{Nd}|.\p{Lu}|\p{Nd}\.\p{Nd}/u.test(first);
  if (isWritten || isSpelt) return words;
  const [letter = '', ...rest] = words;
  return letter.toUpperCase() + rest.join('');
}

/** Whether a file has the name of one about a project, which without front matter nobody takes for an article. */
export function isProjectFile(path: string): boolean {
  return name.test(path);
}

const name =
  /(?:^|\/)(?:readme|licen[cs]e|copying|notice|changelog|changes|contributing|contributors|authors|code[-_]of[-_]conduct|security|support|governance)(?:[-_.][^/]*)?\.[a-z]+$/i;
