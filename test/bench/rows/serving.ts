import {
  askForArticles,
  askForKnownPages,
  askForPages,
  askWithoutKey,
  askWrongly,
  type ListOptions,
  type Question,
} from '../questions.ts';
import type { Context, Row } from '../row.ts';
import { toCount } from '../to-count.ts';
import { compareGalley } from './compare-galley.ts';
import { compareRivals, type Targets } from './compare-rivals.ts';

type Lists = Required<Omit<ListOptions, 'count'>>;

const lists = [false, true].flatMap((gzip) =>
  [false, true].flatMap((excludeH1) => [10, 100].map((perPage): Lists => ({ perPage, gzip, excludeH1 }))),
);

/** Galley and its rivals, on so few articles that what is asked for lies in memory: lists, then what else there is. */
export const servingRows: readonly Row[] = [
  ...lists.map(toListRow),
  toResponseRow('article', 'article', 'a random article', askForArticles, { bare: 0.7 }),
  toResponseRow(
    '304',
    'status',
    'a random page of 10 that the client has',
    (count) => askForKnownPages({ count, perPage: 10 }),
    {
      bare: 0.8,
    },
  ),
  toResponseRow('401', 'status', 'a request without a key', askWithoutKey, { bare: 0.8 }),
  toResponseRow('422', 'status', 'a request with a wrong parameter', askWrongly, { bare: 0.7 }),
];

/** A number of articles should not matter: the same responses, where there are a hundred times as many. */
export const scaleRows: readonly Row[] = [
  ...lists.map((list) => toScaleRow(nameOf(list), (count) => askForPages({ ...list, count }))),
  toScaleRow('article', (count, all) => askForArticles(all, count)),
  toScaleRow('304', (count) => askForKnownPages({ count, perPage: 10 })),
  toScaleRow('401', askWithoutKey),
  toScaleRow('422', askWrongly),
];

export const workersRow: Row = {
  name: 'workers',
  group: 'workers',
  about: 'galley serve --workers 2 beside one process',
  async run(context) {
    const count = context.options.few;
    const questions: [string, Question][] = [
      ['list-10', askForPages({ count, perPage: 10 })],
      ['list-100', askForPages({ count, perPage: 100 })],
      ['article', askForArticles(count)],
    ];
    for (const [name, question] of questions) {
      const contenders = [
        { name: 'Galley, --workers 2', count, question, options: ['--workers', '2'] },
        { name: 'Galley, one process', count, question },
      ];
      await compareGalley(`workers-${name}`, contenders, context);
    }
  },
};

function nameOf({ perPage, gzip, excludeH1 }: Lists): string {
  return `list-${perPage}${excludeH1 ? '-exclude_h1' : ''}${gzip ? '-gzip' : ''}`;
}

function toListRow(list: Lists): Row {
  const { perPage, gzip, excludeH1 } = list;
  const name = nameOf(list);
  const how = `${excludeH1 ? ', exclude_h1' : ''}${gzip ? ', gzip' : ''}`;
  return {
    name,
    group: 'list',
    about: `a random page of ${perPage}${how}`,
    run(context) {
      const count = context.options.few;
      const question = askForPages({ ...list, count });
      if (excludeH1) return compareExcludeH1(name, list, context);
      return compareRivals(name, question, gzip ? { bare: 0.9, nginx: 0.5 } : { nginx: 1 }, context);
    },
  };
}

function compareExcludeH1(name: string, list: Lists, context: Context): Promise<void> {
  const count = context.options.few;
  const contenders = [
    { name: 'Galley, exclude_h1', count, question: askForPages({ ...list, count }) },
    { name: 'Galley, headings too', count, question: askForPages({ ...list, excludeH1: false, count }), target: 0.9 },
  ];
  return compareGalley(name, contenders, context);
}

function toResponseRow(
  name: string,
  group: string,
  about: string,
  ask: (count: number) => Question,
  targets: Targets,
): Row {
  return { name, group, about, run: (context) => compareRivals(name, ask(context.options.few), targets, context) };
}

/** `ask` for the newest `count` articles of `all`. */
function toScaleRow(name: string, ask: (count: number, all: number) => Question): Row {
  return {
    name: `scale-${name}`,
    group: 'scale',
    about: `${name}, among many articles and among few`,
    async run(context) {
      const { many, few } = context.options;
      const hot = { name: `Galley, ${toCount(few)} of ${toCount(many)}`, count: many, question: ask(few, many) };
      const small = { name: `Galley, all of ${toCount(few)}`, count: few, question: ask(few, few), target: 0.9 };
      const cold = { name: `Galley, all of ${toCount(many)}`, count: many, question: ask(many, many) };
      // Where all ask for the same, there is nothing cold.
      const contenders = hot.question.targets.length === 1 ? [hot, small] : [hot, small, cold];
      await compareGalley(`scale-${name}`, contenders, context);
    },
  };
}
