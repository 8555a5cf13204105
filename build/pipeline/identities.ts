import { findValues } from '../front-matter/fields/find-values.ts';
import { groupBy } from '../front-matter/identify/group-by.ts';
import { identify } from '../front-matter/identify/identify.ts';
import type { Reading } from '../front-matter/options.ts';
import type { ArticleFields, Draft, FrontMatterValue, ParsedFile } from '../front-matter/parsed-file.ts';
import { capProblems } from '../problems/cap-problems.ts';
import type { Problem } from '../problems/problem.ts';
import type { Entry, Settled } from './incremental/file-record.ts';

/** What of an article could clash with others, as JSON: it changes when `identify` must be asked again. */
export function toIdentity(parsed: ParsedFile, { id, slug, aliases }: ArticleFields): string {
  const values = (['id', 'slug', 'aliases'] as const)
    .flatMap((field) => findValues(parsed, field))
    .map(({ name, value: { value, source, line, column } }) => [name, { value, source, line, column }] as const);
  return JSON.stringify([id, slug, aliases, values] satisfies Identity);
}

type Identity = [id: number | null, slug: string, aliases: string[], values: (readonly [string, FrontMatterValue])[]];

/** `identify` over all articles: what each is called, and what clashes. */
export function identifyAll(
  entries: readonly Entry[],
  reading: Reading,
): { settled: Map<string, Settled>; problems: Problem[] } {
  const { drafts, problems } = identify(entries.flatMap((entry) => toDraft(entry, reading)));
  return {
    settled: new Map(drafts.map(({ source, fields: { id, slug, aliases } }) => [source.path, { id, slug, aliases }])),
    problems: [...groupBy(problems, ({ path }) => path).values()].flatMap((own) => capProblems(own)),
  };
}

/** As much of a draft as `identify` looks at. */
function toDraft({ path, identity }: Entry, reading: Reading): Draft[] {
  if (identity === null) return [];
  const [id, slug, aliases, values]: Identity = JSON.parse(identity);
  const fields: ArticleFields = { ...noFields, id, slug, aliases };
  const frontMatter = values.length === 0 ? nameless : new Map(values);
  return [{ source: { path, file: '', frontMatter, body: '', bodyLine: 1, syntax: null, reading }, fields }];
}

/** One for all that are called after their files: most are, and there may be a million. */
const nameless: ParsedFile['frontMatter'] = new Map();

const noFields = {
  title: null,
  excerpt: null,
  meta_title: null,
  meta_description: null,
  header_image: null,
  publish_at: 0,
  published_at: null,
  updated_at: null,
};
