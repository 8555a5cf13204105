import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { maxId } from '../../src/core/article.ts';
import { hashId } from '../../src/core/hash.ts';
import { UsageError } from '../../src/usage-error.ts';
import { cleanSlug, isSlug } from '../front-matter/fields/slug.ts';
import type { Config } from './config.ts';
import { findNeighbours, type Neighbour } from './new/find-neighbours.ts';
import { mostCommon } from './new/most-common.ts';
import { type Known, toNewFields } from './new/new-fields.ts';
import { fillTemplate, toPathTemplate } from './new/path-template.ts';
import { writeFrontMatter } from './new/write-front-matter.ts';
import type { Output } from './output.ts';

/** Articles whose keys a new one takes over. */
const alike = 20;

/**
 * `galley new TITLE`: a draft with its front matter filled in, named and written as the newest articles of the content folders
 * are. Throws `UsageError` for a file that is there already.
 */
export async function runNew(config: Config, title: string, output: Output): Promise<0> {
  const slug = cleanSlug(title).toLowerCase();
  if (!isSlug(slug)) {
    throw new UsageError(
      `The title ${JSON.stringify(title)} makes no name for a file. Expected one with a letter in it, such as "Hello".`,
    );
  }
  const neighbours = await findNeighbours(config);
  const now = Math.floor(Date.now() / 1000) * 1000;
  const date = new Date(now).toISOString().replace('.000Z', 'Z');
  const template = toPathTemplate(neighbours.map(({ path }) => path)) ?? emptyTemplate(config);
  const known = { title, date, id: findFreeId(neighbours, slug) };
  const file = join(config.content.root, fillTemplate(template, slug, date));
  const text = await toText(neighbours.slice(0, alike), known, template);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(`${file} is there already. Choose another title, or write into that file.`);
  }
  output.print(file);
  const hidden = text
    .split('\n')
    .find((line) => /^\W*(?:draft|is_?draft|hidden|published|publish|status)\b/i.test(line));
  output.printError(`It is a draft: take out \`${(hidden ?? '').trim().replace(/,$/, '')}\` when it may be read.`);
  return 0;
}

/** In a folder without articles: as posts are named where there is a folder `_posts`. */
function emptyTemplate({ content: { root, folders } }: Config): string {
  const [folder = ''] = folders;
  const within = folder === '' ? '' : `${folder}/`;
  if (basename(join(root, folder)) === '_posts') return `${within}{date}-{name}.md`;
  return existsSync(join(root, folder, '_posts')) ? `${within}_posts/{date}-{name}.md` : `${within}{name}.md`;
}

function toText(neighbours: readonly Neighbour[], known: Known, template: string): Promise<string> {
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
  const taken = new Set(neighbours.flatMap(({ id }) => (id === null ? [] : [id])));
  const highest = Math.max(0, ...[...taken].slice(0, 10_000));
  const isNumbered = taken.size > 0 && highest <= 10 * taken.size;
  let id = isNumbered ? highest + 1 : hashId(slug);
  while (taken.has(id)) id = id === maxId ? 1 : id + 1;
  return id;
}
