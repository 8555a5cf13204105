import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { maxId } from '../../src/core/article.ts';
import { hashId } from '../../src/core/hash.ts';
import { UsageError } from '../../src/usage-error.ts';
import { headerFinders, plainDialects, withDialectFolders } from '../dialects/index.ts';
import { deriveFields } from '../front-matter/fields/derive-fields.ts';
import { splitDate } from '../front-matter/fields/path-name.ts';
import { cleanSlug, isSlug } from '../front-matter/fields/slug.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import type { ParsedFile } from '../front-matter/parsed-file.ts';
import { groupBy } from '../package/group-by.ts';
import { discover } from '../source/discover.ts';
import { readReal } from '../source/read-real.ts';
import { toBuildOptions } from './build-options.ts';
import { clock, toTime } from './figures.ts';
import { type KnownFields, toNewFields, writeFrontMatter } from './new-front-matter.ts';
import type { Output } from './output.ts';
import type { Config } from './settings.ts';

/** An article that is there already. */
interface Neighbour extends ParsedFile {
  /** Null for a hidden one without a date. */
  publishAt: number | null;
  /** As it is written. */
  id: number | null;
}

/** The newest articles, which say where a new one goes, and which keys it has. */
const newest = 20;

/**
 * `galley new TITLE`: a draft with its front matter filled in, named and written as the newest articles of the content
 * folders are. Throws `UsageError` for a file that is there already.
 */
export async function runNew(config: Config, title: string, output: Output): Promise<0> {
  const slug = cleanSlug(title).toLowerCase();
  if (!isSlug(slug)) {
    throw new UsageError(
      `The title: found ${JSON.stringify(title)}, from which no file name can be made. Expected a letter in it, as in "Hello".`,
    );
  }
  const neighbours = await findNeighbours(config);
  const date = toTime(clock());
  const template = toPathTemplate(neighbours.map(({ path }) => path)) ?? emptyTemplate(config);
  const file = join(config.content.root, fillTemplate(template, slug, date));
  const text = toText(neighbours.slice(0, newest), { title, date, id: findFreeId(neighbours, slug) }, template);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(`${file} exists already. Choose another title, or write into that file.`);
  }
  output.print(file);
  const isHiding = (line: string): boolean => /^\W*(?:draft|is_?draft|hidden|published|publish|status)\b/i.test(line);
  const hidden = text.split('\n').find(isHiding) ?? '';
  output.printError(`It is a draft. To publish it, remove \`${hidden.trim().replace(/,$/, '')}\`.`);
  return 0;
}

/** The articles of the content folders, drafts too, the newest first; none where there is no such folder. */
export async function findNeighbours(config: Config): Promise<Neighbour[]> {
  const options = toBuildOptions(config, 'http://localhost', undefined);
  const { content, dialects = plainDialects } = options;
  if (options.contentOptions === undefined) return [];
  const contentOptions = withDialectFolders(options.contentOptions, dialects, content);
  const finders = headerFinders(dialects);
  const { sources } = await discover(content, null, 0, { ...contentOptions, gitDates: false }).catch(() => ({
    sources: [],
  }));
  const found = sources.flatMap(({ path, file }): Neighbour[] => {
    try {
      const { value: parsed } = parseFile({ path, file }, readReal(file), finders);
      const outcome = parsed && deriveFields(parsed, contentOptions, 0).value;
      if (parsed === null || (outcome?.kind !== 'article' && outcome?.kind !== 'hidden')) return [];
      const fields = outcome.kind === 'article' ? outcome.fields : null;
      // Drafts keep their ids too.
      const written = parsed.frontMatter.get('id')?.value;
      const id = fields?.id ?? (typeof written === 'number' ? written : null);
      return [{ ...parsed, publishAt: fields?.publish_at ?? null, id }];
    } catch {
      return [];
    }
  });
  return found.sort((a, b) => (b.publishAt ?? 0) - (a.publishAt ?? 0));
}

/**
 * Where the next article goes: the way in which most of the newest are named, with `{year}`, `{month}`, `{day}`,
 * `{date}` and `{name}` in it: `_posts/{date}-{name}.md`, `blog/{year}/{name}/index.md`. `paths` are ordered, the
 * newest first; null without any.
 */
function toPathTemplate(paths: readonly string[]): string | null {
  // Drafts in a folder of their own do not say where articles go.
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
  const parts = folders.map((folder) => {
    if (depth < days.length && (depth === 0 ? /^(?:19|20)\d\d$/ : /^\d{1,2}$/).test(folder)) return days[depth++];
    return folder;
  });
  const { date, bare } = splitDate(own);
  const name = date !== null && bare !== '' ? '{date}-{name}' : '{name}';
  return [...parts, isIndex ? `${name}/index${ending}` : `${name}${ending}`].join('/');
}

/** In a folder without articles: as posts are named where there is a folder `_posts`. */
function emptyTemplate({ content: { root, folders } }: Config): string {
  const [folder = ''] = folders;
  const within = folder === '' ? '' : `${folder}/`;
  if (basename(join(root, folder)) === '_posts') return `${within}{date}-{name}.md`;
  return existsSync(join(root, folder, '_posts')) ? `${within}_posts/{date}-{name}.md` : `${within}{name}.md`;
}

/** The path that a template gives. `date` is an RFC 3339 one. */
function fillTemplate(template: string, name: string, date: string): string {
  const [day = ''] = date.split('T');
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  const values: Record<string, string> = { year, month, day: dayOfMonth, date: day, name };
  return template.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
}

function toText(neighbours: readonly Neighbour[], known: KnownFields, template: string): string {
  const syntax = mostCommon(neighbours.map((each) => each.syntax));
  const like = neighbours.filter((each) => each.syntax === syntax && each.frontMatter.size > 0);
  if (like.length > 0) return writeFrontMatter(toNewFields(like, known), syntax);
  const { id, title, date } = known;
  // An id of its own, so that it stays when the slug changes.
  const names = template.includes('{date}')
    ? { layout: 'post', title, date }
    : { id, title, excerpt: '', publish_at: date };
  return writeFrontMatter({ ...names, draft: true }, 'yaml');
}

/** The next number where articles are numbered, else one made from the slug; one that no article has. */
function findFreeId(neighbours: readonly Neighbour[], slug: string): number {
  const taken = new Set(neighbours.flatMap(({ id }) => id ?? []));
  const highest = Math.max(0, ...[...taken].slice(0, 10_000));
  const isNumbered = taken.size > 0 && highest <= 10 * taken.size;
  let id = isNumbered ? highest + 1 : hashId(slug);
  while (taken.has(id)) id = id === maxId ? 1 : id + 1;
  return id;
}

/** The item that stands most often in a list, of several the first; null for an empty list. */
function mostCommon<Item>(items: readonly Item[]): Item | null {
  const groups = [...groupBy(items, (item) => item).values()].sort((a, b) => b.length - a.length);
  return groups[0]?.[0] ?? null;
}
