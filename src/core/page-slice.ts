import type { PageTable } from './page-table.ts';

/** Neighbouring articles of one page file, newest first: the slots of its table from `from` up to but not including `to`. */
export interface PageSlice {
  /** The name of the page file. */
  page: string;
  table: PageTable;
  from: number;
  to: number;
}
