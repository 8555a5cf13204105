import { articlePath } from '../../../src/core/format.ts';
import type { PageTable } from '../../../src/core/page-table.ts';

/** Paths of the articles of a page by themselves. */
export function* articlesOf(table: PageTable): Generator<string> {
  for (let slot = 0; slot < table.length; slot++) yield articlePath(table.id(slot), table.hash(slot));
}
