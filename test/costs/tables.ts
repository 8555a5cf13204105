import { toTable } from '../bench/table.ts';
import type { ResponseBytes } from './measure-responses.ts';
import { type Platform, platforms } from './platforms.ts';
import { dollarsPerEuro, prices } from './prices.ts';
import { measured, mix, toUse, type Use } from './use.ts';

const names: Record<keyof ResponseBytes, string> = {
  notModified: '304, nothing changed',
  pageOf10: 'page of 10, gzip',
  pageOf100: 'page of 100, gzip',
  article: 'one article, gzip',
};
const kinds = Object.keys(names) as (keyof ResponseBytes)[];

/** The tables of the page, as Markdown, by the places where they stand. */
export const tables: Readonly<Record<string, string>> = {
  responses: toTable(
    ['response', 'bytes, with its header', 'of 100 requests'],
    1,
    kinds.map((kind) => [names[kind], whole(measured[kind]), String(Math.round(mix[kind] * 100))]),
  ),
  sums: toTotals([1, 100, 1000].map((requests) => [`${whole(requests)} M`, toUse(requests)])),
  prices: toTable(['page', 'as of'], 2, toPages()),
};

/** The pages of vendors from which the prices come, and when they were read. */
function toPages(): string[][] {
  const rows = Object.values(prices).map(({ page, known }): [string, string] => [`<${page}>`, known]);
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}

/** Figures that sentences of the page name. */
export const figures: readonly string[] = [`$${dollarsPerEuro}`];

function toTotals(columns: [head: string, use: Use][]): string {
  const lines = platforms.map(({ name, bill }) => [name, ...columns.map(([, use]) => toTotal(bill(use)))]);
  return toTable(['$ a month', ...columns.map(([head]) => head)], 1, [
    ['traffic', ...columns.map(([, use]) => `${whole(use.gigabytes)} GB`)],
    ...lines,
  ]);
}

function toTotal(items: ReturnType<Platform['bill']>): string {
  return items === null ? 'not allowed' : whole(items.reduce((sum, { dollars }) => sum + dollars, 0));
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
