import { toTable } from '../bench/table.ts';
import type { ResponseBytes } from './measure-responses.ts';
import { type Platform, platforms } from './platforms.ts';
import { dollarsPerEuro, type Price, prices } from './prices.ts';
import { type Mix, measured, mix, toUse, type Use } from './use.ts';

const names: Record<keyof ResponseBytes, string> = {
  notModified: '304, nothing changed',
  pageOf10: 'page of 10, gzip',
  pageOf100: 'page of 100, gzip',
  article: 'one article, gzip',
};
const kinds = Object.keys(names) as (keyof ResponseBytes)[];

/** All tables of the page, as Markdown, in their order. */
export const tables: readonly string[] = [
  toTable(
    ['response', 'bytes, with its header', 'of 100 requests'],
    1,
    kinds.map((kind) => [names[kind], whole(measured[kind]), String(Math.round(mix[kind] * 100))]),
  ),
  toTotals(
    [1, 100, 1000].map((requests) => [`${whole(requests)} M`, toUse(requests)]),
    (use) => `${whole(use.gigabytes)} GB`,
  ),
  toTable(
    ['100 million requests', 'item', 'sum', '$ a month'],
    3,
    platforms.flatMap(({ name, bill }) => toBill(name, bill(toUse(100)))),
  ),
  toTotals(
    (['notModified', 'article', 'pageOf10', 'pageOf100'] as const).map((kind) => [
      `all ${names[kind].split(',')[0]}`,
      toUse(1000, only(kind)),
    ]),
    (use) => `${whole(use.gigabytes)} GB`,
  ),
  toTable(
    ['price', 'known as of', 'to be checked at', 'amount'],
    3,
    (Object.values(prices) as Price[]).map(({ what, known, page, currency = '$', amount, unit }) => [
      what,
      known,
      `<${page}>`,
      `${currency}${amount} ${unit}`,
    ]),
  ),
];

/** Figures that sentences of the page name. */
export const figures: readonly string[] = [`$${dollarsPerEuro}`];

function toTotals(columns: [head: string, use: Use][], describe: (use: Use) => string): string {
  const lines = platforms.map(({ name, bill }) => [name, ...columns.map(([, use]) => toTotal(bill(use)))]);
  return toTable(['$ a month', ...columns.map(([head]) => head)], 1, [
    ['traffic', ...columns.map(([, use]) => describe(use))],
    ...lines,
  ]);
}

function toTotal(items: ReturnType<Platform['bill']>): string {
  return items === null ? 'not allowed' : whole(items.reduce((sum, { dollars }) => sum + dollars, 0));
}

function toBill(name: string, items: ReturnType<Platform['bill']>): string[][] {
  if (items === null) return [[name, 'more than the plan allows', '', '']];
  return [
    ...items.map(({ what, sum, dollars }, index) => [index === 0 ? name : '', what, sum, dollars.toFixed(2)]),
    ['', 'together', '', `**${toTotal(items)}**`],
  ];
}

function only(kind: keyof ResponseBytes): Mix {
  return { notModified: 0, pageOf10: 0, pageOf100: 0, article: 0, [kind]: 1 };
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
