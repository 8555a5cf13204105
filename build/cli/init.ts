import { existsSync, readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import fastGlob from 'fast-glob';
import { pointerPath } from '../../src/core/format.ts';
import { UsageError } from '../../src/usage-error.ts';
import { detectDialects, headerFinders, plainDialects } from '../dialects/index.ts';
import { deriveFields, type Outcome } from '../front-matter/fields/derive-fields.ts';
import { findUndeclared } from '../front-matter/fields/find-undeclared.ts';
import { isProjectFile } from '../front-matter/fields/path-name.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import type { ParsedFile } from '../front-matter/parsed-file.ts';
import { splitWords } from '../package/split-words.ts';
import { releaseFinder } from '../source/entries.ts';
import { isInGit } from '../source/find-repository.ts';
import { outsideFolder } from '../source/media.ts';
import { readReal, toRealFolder } from '../source/read-real.ts';
import { otherNames } from '../source/report-unread.ts';
import { addToGitignore } from './add-to-gitignore.ts';
import { buildWithProgress } from './build.ts';
import { cacheFolder } from './build-options.ts';
import { count } from './figures.ts';
import { addPackage, enterFolder } from './init-package.ts';
import type { Output } from './output.ts';
import { Config, configFile } from './settings.ts';
import { countUndeclared, toProposedFields } from './undeclared.ts';

/** The share of all articles that a content folder must hold. */
const minShare = 0.97;

/**
 * `galley init`: adds Galley to the repository in a folder, the working directory by default: a configuration that
 * names its articles, the package, and what git should not keep. The folder is made where it is missing.
 */
export async function runInit(folder: string, output: Output): Promise<0> {
  if (folder !== '.') enterFolder(folder);
  if (existsSync(configFile))
    throw new UsageError(`${configFile} exists already, so nothing was written. Change it, or delete it first.`);
  const defaults = Config.parse({});
  const { articles, headers, unread, isUndated } = await findArticles();
  const content = articles.length === 0 ? (usualFolders.find(isFolder) ?? defaults.content.root) : toFolder(articles);
  const inside = articles.filter((path) => content === '.' || path.startsWith(`${content}/`));
  // Other generators use a folder of that name for static files or for their output.
  const out = isUsed(defaults.out) ? 'galley-release' : defaults.out;
  const { invalid, images } =
    articles.length === 0 ? { invalid: 0, images: [] } : await tryBuild(content, out, isUndated, output);
  const { timeZone: zone, dailyNotes: notes } = detectDialects(content, {}, '.');
  const ofNotes = content === '.' ? `${notes}/` : `${content}/${notes}/`;
  // Where there are only these, they are what is to be published.
  const dailyNotes = inside.every((path) => path.startsWith(ofNotes)) ? undefined : notes;
  // Paths are those from the nearest folder that holds all.
  const daily = dailyNotes === undefined || images.length === 0 ? dailyNotes : `**/${dailyNotes}`;
  const written = inside.flatMap((path) => headers.get(path) ?? []);
  const undeclared = written.map((header) => findUndeclared(header, defaultContentOptions));
  const fields = toProposedFields(countUndeclared(undeclared));
  const text = toText([content, ...images], out, isUndated, zone?.name ?? null, daily ?? null) + fields;
  const isAdded = await addPackage(output);
  await writeFile(configFile, text, { flag: 'wx' });
  output.print(`Wrote ${configFile}: ${toCount(inside.length, content)}`);
  if (images.length > 0) output.print(`Their images are in ${images.join(', ')}, so content has that folder as well.`);
  if (dailyNotes !== undefined) output.print(`${dailyNotes}/ holds daily notes, so it is excluded.`);
  if (isUndated) output.print('Most files have no date, so `gitDates: true` is set: dates then come from git commits.');
  if (invalid > 0)
    output.print(`${count(invalid, 'file')} ${invalid === 1 ? 'is' : 'are'} invalid. All others are published.`);
  if (unread > 0)
    output.print(
      `${count(unread, 'more file')} of Markdown with another ending, such as .mkd, ${unread === 1 ? 'is' : 'are'} not read. Rename to .md.`,
    );
  await addToGitignore([`/${out}/`, `/${defaults.keys}`, `/${cacheFolder.replaceAll(sep, '/')}/`], output);
  const first = [
    ...(folder === '.' ? [] : [`cd ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)}`]),
    ...(isAdded ? ['npm install'] : []),
    ...(articles.length === 0 ? ['npx galley new "Hello"    make a first article'] : []),
  ];
  output.print(
    '\nNext:\n' +
      first.map((line) => `  ${line}\n`).join('') +
      '  npx galley check    find every problem of the articles\n' +
      '  npx galley check --sitemap URL    compare them with what your website shows\n' +
      '  npx galley dev      serve the articles, and build again at each save',
  );
  return 0;
}

/** Where generators have their articles, for a repository that has none yet. */
const usualFolders = splitWords(
  '_posts source/_posts src/_posts src/content/blog src/content/posts src/content src/posts src/blog',
  'content/posts content/post content/blog content posts blog',
);

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function toCount(articles: number, content: string): string {
  if (articles === 0) return `no article was found yet. They go into ${content}/.`;
  return `${count(articles, 'article')} in ${content === '.' ? 'this folder' : `${content}/`}.`;
}

/**
 * Paths of Markdown files that are articles, hidden ones too; and the number of files with other extensions. Where most
 * files have no date, and git can give them one, these are articles as well.
 */
async function findArticles(): Promise<{
  articles: string[];
  /** By path; without files that cannot be parsed. */
  headers: ReadonlyMap<string, ParsedFile['frontMatter']>;
  unread: number;
  isUndated: boolean;
}> {
  const paths = await fastGlob('**/*.{md,markdown,mdx,mdown,mkd,mkdn,mkdown}', {
    ignore: ['**/node_modules/**'],
    followSymbolicLinks: false,
    // Skips folders without permission to read.
    suppressErrors: true,
    caseSensitiveMatch: false,
  });
  const isInRelease = releaseFinder(['.']);
  const named = paths.filter((path) => !otherNames.test(path) && !isInRelease(dirname(path)));
  const here = toRealFolder('.');
  const files = new Map(named.map((path) => [path, readHeader(path, here)]));
  const kindOf = (path: string) => files.get(path)?.kind;
  const isArticle = (path: string) => kindOf(path) === 'article' || kindOf(path) === 'hidden';
  // Invalid files count only where all are invalid, such as dates in an unknown form. Otherwise they may be templates.
  const articles = named.some(isArticle) ? named.filter(isArticle) : named.filter((path) => kindOf(path) === 'invalid');
  const headers = new Map([...files].flatMap(([path, file]) => (file?.frontMatter ? [[path, file.frontMatter]] : [])));
  const unread = paths.filter((path) => otherNames.test(path)).length;
  const isPage = (path: string): boolean => !isProjectFile(path) && !/(?:^|\/)_index\.[a-z]+$/i.test(path);
  const undated = named.filter((path) => kindOf(path) === 'skipped' && isPage(path));
  if (undated.length <= articles.length || undated.length < leastUndated || !hasHistory())
    return { articles, headers, unread, isUndated: false };
  return {
    articles: named.filter((path) => isArticle(path) || undated.includes(path)),
    headers,
    unread,
    isUndated: true,
  };
}

/** Fewer are no folder of articles, but a README and its like. */
const leastUndated = 5;

/** Whether git knows when files came here; a shallow clone does not. */
function hasHistory(): boolean {
  return isInGit('.') && !existsSync(join('.git', 'shallow'));
}

/**
 * Files that a build cannot publish as they are, and folders of the images that articles show from outside of their
 * own.
 */
async function tryBuild(
  content: string,
  out: string,
  gitDates: boolean,
  output: Output,
): Promise<{ invalid: number; images: string[] }> {
  const config = Config.parse({ content, out, gitDates });
  const result = await buildWithProgress(config, output, { write: 'nothing' });
  const folders = result.problems.map(({ target }) => (target === undefined ? null : outsideFolder(content, target)));
  const images = new Set(folders.filter((folder) => folder !== null));
  return { invalid: result.invalid.length, images: [...images].sort() };
}

/** Null for a file that cannot be read; `galley check` reports it. */
function readHeader(
  path: string,
  here: string,
): { kind: Outcome['kind']; frontMatter: ParsedFile['frontMatter'] } | null {
  try {
    const { value: parsed } = parseFile({ path, file: path }, readReal(join(here, path)), headerFinders(plainDialects));
    if (parsed === null) return null;
    return { kind: deriveFields(parsed, defaultContentOptions, 0).value.kind, frontMatter: parsed.frontMatter };
  } catch {
    return null;
  }
}

/** The deepest folder that holds nearly all of them; `.` for the working directory. */
function toFolder(paths: readonly string[]): string {
  let folder = '.';
  let among = paths.map((path) => dirname(path).split('/'));
  for (let depth = 0; ; depth++) {
    const counts = new Map<string, number>();
    for (const { [depth]: name } of among)
      if (name !== undefined && name !== '.') counts.set(name, (counts.get(name) ?? 0) + 1);
    const [name, holds] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
    // A single article in a folder of its own says nothing of where others belong.
    if (holds < paths.length * minShare || (paths.length === 1 && depth > 0)) return folder;
    // The articles of another year belong beside those of this one.
    if (/^\d{4}(?:$|\D)/.test(name)) return folder;
    folder = folder === '.' ? name : `${folder}/${name}`;
    among = among.filter(({ [depth]: other }) => other === name);
  }
}

/** Whether a folder holds anything but a release. */
function isUsed(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, 'api', 'v1', pointerPath));
}

function toText(
  folders: readonly string[],
  out: string,
  isUndated: boolean,
  zone: string | null,
  daily: string | null,
): string {
  const dates = `
# If neither a file nor its path has a date, its commits give one.
gitDates: true
`;
  const content = folders.length === 1 ? folders[0] : folders;
  return `# Settings of Galley. content/configuration.md in its package describes each one. An option overrides its setting.

# The address of the API. Links begin with it.
# site: https://articles.example.com

# The folder of Markdown, and that of the release.
content: ${JSON.stringify(content)}
out: ${JSON.stringify(out)}
${isUndated ? dates : ''}${
  zone === null
    ? ''
    : `
# The time zone of dates that name none, as in the settings of the site.
timeZone: ${zone}
`
}${
  daily === null
    ? ''
    : `
# Daily notes are not published. Delete this line to publish them.
exclude: [${JSON.stringify(daily)}]
`
}
# What a link from one article to another becomes; by default the article in the API.
# articleUrl: https://www.example.com/blog/{slug}
`;
}
