import { headerFinders, plainDialects } from '../../dialects/index.ts';
import { deriveFields } from '../../front-matter/fields/derive-fields.ts';
import { parseFile } from '../../front-matter/parse/parse-file.ts';
import type { ParsedFile } from '../../front-matter/parsed-file.ts';
import { discover } from '../../source/discover.ts';
import { readReal } from '../../source/read-real.ts';
import { toBuildOptions } from '../build-options.ts';
import type { Config } from '../config.ts';

/** An article that is there already. */
export interface Neighbour extends ParsedFile {
  /** Null for a hidden one without a date. */
  publishAt: number | null;
  /** As it is written. */
  id: number | null;
}

/** The articles of the content folders, drafts too, the newest first; none where there is no such folder. */
export async function findNeighbours(config: Config): Promise<Neighbour[]> {
  const { content, contentOptions } = toBuildOptions(config, 'http://localhost', undefined);
  if (contentOptions === undefined) return [];
  const { sources } = await discover(content, null, 0, { ...contentOptions, gitDates: false }).catch(() => ({
    sources: [],
  }));
  const found = sources.flatMap(({ path, file }): Neighbour[] => {
    try {
      const { value: parsed } = parseFile({ path, file }, readReal(file), headerFinders(plainDialects));
      const { value: outcome } = parsed === null ? { value: null } : deriveFields(parsed, contentOptions, 0);
      if (parsed === null || (outcome?.kind !== 'article' && outcome?.kind !== 'hidden')) return [];
      const fields = outcome.kind === 'article' ? outcome.fields : null;
      return [{ ...parsed, publishAt: fields?.publish_at ?? null, id: fields?.id ?? writtenId(parsed) }];
    } catch {
      return [];
    }
  });
  return found.sort((a, b) => (b.publishAt ?? 0) - (a.publishAt ?? 0));
}

/** Drafts keep theirs too. */
function writtenId({ frontMatter }: ParsedFile): number | null {
  const id = frontMatter.get('id')?.value;
  return typeof id === 'number' ? id : null;
}
