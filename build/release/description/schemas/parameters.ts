import * as z from 'zod/mini';
import { pageFileCount } from '../../../../src/core/format.ts';
import { snapshotToken } from '../../../../src/core/parameters.ts';

/** The parameters as the core reads them (`src/core/parameters.ts`): a test compares both at their bounds. */
export const PageSchema = z.int().check(z.gte(1));
export const PerPageSchema = z.int().check(z.gte(1), z.lte(pageFileCount));
export const ExcludeH1Schema = z.boolean();
export const SnapshotTokenSchema = z.string().check(z.regex(snapshotToken));
