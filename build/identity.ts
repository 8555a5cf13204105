import type { Entry, Settled } from './entry.ts';
import { fieldNames } from './fields/field-names.ts';
import { identify } from './fields/identify.ts';
import type { Problem } from './problem.ts';
import type { ArticleFields, Draft, FrontMatterValue, ParsedFile } from './stages.ts';

/** What of an article could clash with others, as JSON: it changes when `identify` must be asked again. */
export function toIdentity({ frontMatter }: ParsedFile, { id, slug, aliases }: ArticleFields): string {
  const values = [...frontMatter]
    .filter(([key]) => names.has(key.toLowerCase()))
    .map(([key, { value, source, line, column }]) => [key, { value, source, line, column }] as const);
  return JSON.stringify([id, slug, aliases, values] satisfies Identity);
}

type Identity = [id: number | null, slug: string, aliases: string[], values: (readonly [string, FrontMatterValue])[]];

const names = new Set<string>(
  [fieldNames.id, fieldNames.slug, fieldNames.aliases].flat().map((name) => name.toLowerCase()),
);

/** `identify` over all articles: what each is called, and what clashes. */
export function identifyAll(entries: readonly Entry[]): { settled: Map<string, Settled>; problems: Problem[] } {
  const { drafts, problems } = identify(entries.flatMap(toDraft));
  return {
    settled: new Map(drafts.map(({ source, fields: { id, slug, aliases } }) => [source.path, { id, slug, aliases }])),
    problems,
  };
}

/** As much of a draft as `identify` looks at. */
function toDraft({ path, identity }: Entry): Draft[] {
  if (identity === null) return [];
  const [id, slug, aliases, values]: Identity = JSON.parse(identity);
  const fields: ArticleFields = { ...noFields, id, slug, aliases };
  const frontMatter = values.length === 0 ? nameless : new Map(values);
  return [{ source: { path, file: '', frontMatter, body: '', bodyLine: 1 }, fields }];
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
