import { join, relative, sep } from 'node:path';
import type { ContentOptions } from '../front-matter/options.ts';
import type { FindHeader } from '../front-matter/parse/fence.ts';
import type { BodyDialect } from '../markdown/body-dialect.ts';
import { foldersUpTo } from '../source/content-folders.ts';
import type { FindNamed } from '../source/source-file.ts';
import { astro } from './astro/astro.ts';
import type { Dialect, FoundDialects, FoundTimeZone, Sign } from './dialect.ts';
import { directives } from './directives/directives.ts';
import { docusaurus } from './docusaurus/docusaurus.ts';
import { eleventy } from './eleventy/eleventy.ts';
import { emoji } from './emoji/emoji.ts';
import { openSigns } from './find-signs.ts';
import { findTimeZone } from './find-time-zone.ts';
import { gatsby } from './gatsby/gatsby.ts';
import { hexo } from './hexo/hexo.ts';
import { hugo } from './hugo/hugo.ts';
import { jekyll } from './jekyll/jekyll.ts';
import { kramdown } from './kramdown/kramdown.ts';
import { setsLineBreaks } from './line-breaks.ts';
import { mdx } from './mdx/mdx.ts';
import { mkdocs } from './mkdocs/mkdocs.ts';
import { next } from './next/next.ts';
import { nikola } from './nikola/nikola.ts';
import { obsidian } from './obsidian/obsidian.ts';
import { orderingPrograms, otherPrograms } from './other-programs.ts';
import { pandoc } from './pandoc/pandoc.ts';
import { pelican } from './pelican/pelican.ts';
import { tex } from './tex/tex.ts';
import { vitepress } from './vitepress/vitepress.ts';
import { zola } from './zola/zola.ts';

/** All dialects. Of two edits of the same text, that of the first counts; so does the first header that is found. */
export const dialects: readonly Dialect[] = [
  obsidian,
  docusaurus,
  astro,
  vitepress,
  gatsby,
  next,
  directives,
  mkdocs,
  kramdown,
  pandoc,
  mdx,
  jekyll,
  eleventy,
  hugo,
  zola,
  nikola,
  hexo,
  pelican,
  emoji,
  tex,
];

/** Their names, as galley.config.yaml has them. */
export const dialectNames: readonly string[] = dialects.map(({ name }) => name);

/** The names of rules by which programs hide files, as `notHiding` has them. */
export const hidingRules: readonly string[] = [
  ...new Set(
    dialects.flatMap(({ name, hidingWays = [] }) =>
      hidingWays.flatMap(([, , by]) => (by.startsWith(`${name}-`) ? by : [])),
    ),
  ),
];

/** Whether dialects are on, by their names; others are on where they are detected. */
export type DialectSetting = Readonly<Record<string, boolean | undefined>>;

/** What holds where nothing is detected and nothing is set. */
export const plainDialects: FoundDialects = { detected: [], off: [] };

/**
 * Detects the dialects of a content folder, by what lies at its top and in the folders above it up to `project`: most
 * programs keep their configuration above the content. `setting` turns one on or off, whatever the folders hold.
 */
export function detectDialects(content: string, setting: DialectSetting = {}, project = content): FoundDialects {
  const folders = foldersUpTo(content, project).map(openSigns);
  const top = folders.at(-1)?.folder ?? content;
  /** The folder that has one of some signs. */
  const find = (some: readonly Sign[] = []) => folders.find(({ has }) => some.some(has))?.folder;
  const found: Record<string, string> = {};
  for (const { name, detectedBy, notDetectedBy } of dialects) {
    const folder = find(detectedBy);
    if (setting[name] ?? (folder !== undefined && find(notDetectedBy) === undefined))
      found[name] = relative(content, folder ?? content);
  }
  for (const { name, yieldsTo = '' } of dialects) if (yieldsTo in found && !setting[name]) delete found[name];
  const others = otherPrograms.filter(([, ...signs]) => find(signs) !== undefined).map(([title]) => title);
  const off = turnedOff(setting);
  // A site generator that reads the same files says what their readers see.
  const paths = folders.map(({ folder }) => folder);
  const programs = dialects.filter(({ name, detectedBy }) => name in found && detectedBy !== undefined);
  const hasBreaks =
    (programs.length > 0 && programs.every(({ lineBreaks }) => lineBreaks?.(paths))) || paths.some(setsLineBreaks);
  const zone = findTimeZone(programs, paths);
  return {
    detected: Object.keys(found),
    off,
    folders: found,
    ...(top !== content && { above: toSlashes(relative(content, top)), within: toSlashes(relative(top, content)) }),
    ...(others.length > 0 && { others }),
    ...(hasBreaks && { lineBreaks: true }),
    ...(zone && { timeZone: toFoundZone(zone, top) }),
    ...findDailyNotes(content, found),
  };
}

/** The names of the dialects that a setting turns off. */
export function turnedOff(setting: DialectSetting): string[] {
  return dialects.filter(({ name }) => setting[name] === false).map(({ name }) => name);
}

/** Where they are a part of the content folder. */
function findDailyNotes(content: string, found: Readonly<Record<string, string>>): Pick<FoundDialects, 'dailyNotes'> {
  for (const { name, dailyNotes } of dialects) {
    const [shown] = name in found ? [join(content, found[name] ?? '')] : [];
    const folder = shown === undefined ? null : (dailyNotes?.(shown) ?? null);
    const path = folder === null ? '' : toSlashes(relative(content, join(shown ?? '', folder)));
    if (path !== '' && !path.startsWith('..')) return { dailyNotes: path };
  }
  return {};
}

function toFoundZone({ file, ...zone }: NonNullable<ReturnType<typeof findTimeZone>>, top: string): FoundTimeZone {
  return { ...zone, from: toSlashes(relative(top, file)) };
}

function toSlashes(path: string): string {
  return path.replaceAll(sep, '/');
}

/** With the dialects that bodies show: TeX between single dollars, where one of them `usesMath` between two. */
export function withFoundInBodies(found: FoundDialects, bodies: Iterable<{ usesMath?: true }>): FoundDialects {
  const isKnown = [...found.detected, ...found.off].includes(tex.name);
  for (const { usesMath } of isKnown ? [] : bodies)
    if (usesMath) return { ...found, detected: [...found.detected, tex.name] };
  return found;
}

/** How bodies may be written; made once for the dialects that were found. */
export function bodyDialects(found: FoundDialects): readonly BodyDialect[] {
  const known = made.get(found);
  if (known !== undefined) return known;
  const bodies = dialects.filter(({ name }) => !found.off.includes(name)).map((each) => toBodyDialect(each, found));
  made.set(found, bodies);
  return bodies;
}

const made = new WeakMap<FoundDialects, readonly BodyDialect[]>();

function toBodyDialect(dialect: Dialect, { detected }: FoundDialects): BodyDialect {
  const { name, triggers = [], ownTriggers = [], extensions, toAddress, prepare, changeToken, leftovers } = dialect;
  const isDetected = detected.includes(name);
  return {
    key: isDetected ? `${name}!` : name,
    triggers: isDetected ? [...triggers, ...ownTriggers] : triggers,
    extensions: extensions?.(isDetected),
    toAddress,
    prepare,
    changeToken,
    leftovers,
    hiding: dialect.hiding?.(isDetected),
    endsHtml: isDetected && dialect.endsHtml,
    dollars: isDetected ? dialect.dollars : undefined,
  };
}

/** What finds headers that are not fenced. */
export function headerFinders({ off }: FoundDialects): FindHeader[] {
  return dialects.flatMap(({ name, header }) => (header === undefined || off.includes(name) ? [] : [header]));
}

/** Options with what holds for the files of a content folder. */
export function withDialectFolders(
  options: ContentOptions,
  { detected, off, others = [], folders = {} }: FoundDialects,
  content: string,
): ContentOptions {
  const all = dialects.flatMap(({ name, files }) =>
    files === undefined || off.includes(name)
      ? []
      : files(content, detected.includes(name) ? join(content, folders[name] ?? '') : null),
  );
  const isOrdered = orderingPrograms.some((name) => others.includes(name));
  return {
    ...options,
    numbered: all.find(({ numbered }) => numbered)?.numbered ?? (isOrdered ? /(?:^|\/)\d{1,9}\.(?!\d)/ : null),
    hasTemplates: all.some(({ hasTemplates }) => hasTemplates),
    bundles: dialects.find(({ name, bundles }) => bundles !== undefined && detected.includes(name))?.bundles ?? null,
    exclude: [...options.exclude, ...all.flatMap(({ exclude = [] }) => exclude)],
    templates: [...options.templates, ...all.flatMap(({ templates = [] }) => templates)],
  };
}

/** What finds the files that links name; the first dialect that knows how does it. */
export function nameFinder(
  { off }: FoundDialects,
  content: string,
  folders: readonly string[],
  pages: () => Iterable<string>,
): FindNamed {
  const dialect = dialects.find(({ name, nameFinder }) => nameFinder !== undefined && !off.includes(name));
  return dialect?.nameFinder?.(content, folders, pages) ?? (() => null);
}

/** What finds the path of what the file at a path is the translation of. */
export function originalFinder({ off }: FoundDialects): (path: string) => string | null {
  const finders = dialects.flatMap(({ name, originalOf }) =>
    originalOf === undefined || off.includes(name) ? [] : [originalOf],
  );
  return (path) => finders.map((find) => find(path)).find((found) => found !== null) ?? null;
}
