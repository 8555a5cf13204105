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
export async function loadHidingRules(): Promise<string[]> {
  const hiding = await Promise.all(dialects.flatMap(({ hides }) => hides?.load() ?? []));
  const all = hiding.flatMap(({ ways }) => ways.map(([, , by]) => by));
  return [...new Set(all.filter((by) => dialectNames.some((name) => by.startsWith(`${name}-`))))];
}

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
  for (const { name, signs } of dialects) {
    const folder = find(signs?.any);
    if (setting[name] ?? (folder !== undefined && find(signs?.not) === undefined))
      found[name] = relative(content, folder ?? content);
  }
  for (const { name, signs } of dialects) if ((signs?.yieldsTo ?? '') in found && !setting[name]) delete found[name];
  const others = otherPrograms.filter(([, ...signs]) => find(signs) !== undefined).map(([title]) => title);
  const off = turnedOff(setting);
  // A site generator that reads the same files says what their readers see.
  const paths = folders.map(({ folder }) => folder);
  const programs = dialects.filter(({ name, signs }) => name in found && signs !== undefined);
  const hasBreaks =
    (programs.length > 0 && programs.every(({ settings }) => settings?.lineBreaks?.(paths))) ||
    paths.some(setsLineBreaks);
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
  for (const { name, settings } of dialects) {
    const [shown] = name in found ? [join(content, found[name] ?? '')] : [];
    const folder = shown === undefined ? null : (settings?.dailyNotes?.(shown) ?? null);
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

function withoutOff({ off }: FoundDialects): Dialect[] {
  return dialects.filter(({ name }) => !off.includes(name));
}

/** How bodies may be written; made once for the dialects that were found. */
export function bodyDialects(found: FoundDialects): readonly BodyDialect[] {
  const known = made.get(found);
  if (known !== undefined) return known;
  const bodies = withoutOff(found).flatMap(({ name, body }) => {
    const isDetected = found.detected.includes(name);
    return body ? [{ key: isDetected ? `${name}!` : name, triggers: [], ...body(isDetected) }] : [];
  });
  made.set(found, bodies);
  return bodies;
}

const made = new WeakMap<FoundDialects, readonly BodyDialect[]>();

/** What finds headers that are not fenced. */
export function headerFinders(found: FoundDialects): FindHeader[] {
  return withoutOff(found).flatMap(({ header }) => header ?? []);
}

/** Options with what holds for the files of a content folder. */
export function withDialectFolders(options: ContentOptions, found: FoundDialects, content: string): ContentOptions {
  const { detected, others = [], folders = {} } = found;
  const all = withoutOff(found).flatMap(
    ({ name, files }) => files?.(content, detected.includes(name) ? join(content, folders[name] ?? '') : null) ?? [],
  );
  const bundles = dialects.flatMap(({ name, hides }) => (detected.includes(name) ? (hides?.bundles ?? []) : []));
  const isOrdered = orderingPrograms.some((name) => others.includes(name));
  return {
    ...options,
    numbered: all.find(({ numbered }) => numbered)?.numbered ?? (isOrdered ? /(?:^|\/)\d{1,9}\.(?!\d)/ : null),
    hasTemplates: all.some(({ hasTemplates }) => hasTemplates),
    bundles: bundles[0] ?? null,
    exclude: [...options.exclude, ...all.flatMap(({ exclude = [] }) => exclude)],
    templates: [...options.templates, ...all.flatMap(({ templates = [] }) => templates)],
  };
}

/** What finds the files that links name; the first dialect that knows how does it. */
export function nameFinder(
  found: FoundDialects,
  content: string,
  folders: readonly string[],
  pages: () => Iterable<string>,
): FindNamed {
  const [finder] = withoutOff(found).flatMap(({ names }) => names?.finder ?? []);
  return finder?.(content, folders, pages) ?? (() => null);
}

/** What finds the path of what the file at a path is the translation of. */
export function originalFinder(found: FoundDialects): (path: string) => string | null {
  const finders = withoutOff(found).flatMap(({ names }) => names?.originalOf ?? []);
  return (path) => finders.map((find) => find(path)).find((original) => original !== null) ?? null;
}
