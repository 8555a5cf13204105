import type * as z from 'zod/mini';
import { pageFileCount } from '../../../../src/core/format.ts';
import { ExcludeH1Schema, PageSchema, PerPageSchema, SnapshotTokenSchema } from '../schemas/parameters.ts';
import { snapshotExample } from './examples.ts';
import type { Json, JsonObject } from './json.ts';
import { schemaOf } from './schemas.ts';

/** The parameters of the query, with the bounds by which they are read. */
export const queryParameters = {
  // Without the format `int64`, of which generators of JavaScript make a `bigint`.
  page: query('page', PageSchema, { default: 1 }, 2, 'Which page, counted from 1. Beyond the end, `data` is empty.'),
  perPage: query(
    'per_page',
    PerPageSchema,
    { format: 'int32', default: pageFileCount },
    10,
    'How many articles a page holds at most.',
  ),
  excludeH1: query(
    'exclude_h1',
    ExcludeH1Schema,
    { default: false },
    true,
    'Leaves level-one headings out of `html` and `markdown`.',
  ),
  snapshot: query(
    'snapshot',
    SnapshotTokenSchema,
    // A count of 16 digits at most, a dash, a digest of 16.
    { maxLength: 33 },
    snapshotExample,
    'Issued in `links` and `Link`: pins which articles a list ranges over, so that a crawl never skips or repeats one. ' +
      'Where it is no longer known: 410.',
  ),
};

function query(name: string, type: z.ZodMiniType, more: JsonObject, example: Json, description: string): JsonObject {
  return { name, in: 'query', description, schema: { ...schemaOf(type), ...more }, example };
}
