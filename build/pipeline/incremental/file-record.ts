import type { Problem } from '../../problems/problem.ts';
import type { PlannedArticle } from '../../release/layout/planned-article.ts';
import type { Place } from './article-record.ts';
import type { Lookup } from './dependencies.ts';

/** All that a build remembers of a file. It is small: bodies are in the pack. */
export interface Entry {
  path: string;
  /** What changes when the file does; '' where that cannot be relied on. */
  state: string;
  /** Of its bytes; '' where they cannot be read. */
  hash: string;
  /** `faulty` has errors in its fields; `unread` is not even parsed; `none` is hidden or no article. */
  kind: 'article' | 'faulty' | 'unread' | 'none';
  /** Why it is no article. */
  reason: string | null;
  /** Whether what it is depends on the moment of the build. */
  timed: boolean;
  /** Told without other files. */
  problems: Problem[];
  /** What `identify` needs of it, as JSON. */
  identity: string | null;
  /** What `identify` made of it. */
  settled: Settled | null;
  /** Null until its body is rendered. */
  body: Body | null;
}

/** What no other article has. */
export interface Settled {
  id: number;
  slug: string;
  aliases: readonly string[];
}

/** What became of a body. */
export interface Body {
  problems: Problem[];
  /** What it depends on besides. */
  lookups: Lookup[];
  /** Null for a faulty file. */
  article: RecordedArticle | null;
}

/** An article whose bytes are in the pack. */
export type RecordedArticle = PlannedArticle & { place: Place };

/** An entry whose id, slug and aliases are these; its article still has the id and slug that it was set with. */
export function settle(entry: Omit<Entry, 'settled'>, settled: Settled | null): Entry {
  const { article } = entry.body ?? {};
  if (!entry.body || !article || settled === null) return { ...entry, settled };
  return { ...entry, settled, body: { ...entry.body, article: { ...article, aliases: settled.aliases } } };
}

/** Hugo's page of a section, which lists articles and is none. It is not read. */
export function isSection(path: string): boolean {
  return /(?:^|\/)_index\.(?:md|markdown)$/i.test(path);
}

export function section(path: string): Entry {
  const nothing = { state: '', hash: '', timed: false, problems: [], identity: null, settled: null, body: null };
  return { path, kind: 'none', reason: 'section', ...nothing };
}
