import { linkSentences } from './links.ts';
import { clipText, maxTextLength, type Words } from './words.ts';

const sentences = { ...linkSentences };

type Sentences = typeof sentences;

/** What a problem is about: a row of the table with what it needs, or words that no other code reads. */
export type Facts =
  | Words
  | { [Row in keyof Sentences]: { says: Row } & Parameters<Sentences[Row]>[0] }[keyof Sentences];

/** What the words of a problem are made of. */
export interface ProblemFacts {
  facts: Facts;
  others?: Others;
}

/** Problems that one stands for, besides itself. */
export interface Others {
  count: number;
  are: 'of this kind' | 'such file' | 'such files' | 'such links';
}

/** The words of a problem, for whoever prints it. */
export function toWords({ facts, others }: ProblemFacts): Words {
  const { found, expected, fix } = 'says' in facts ? say(facts) : facts;
  const clip = (text: string): string => clipText(text, maxTextLength);
  return { found: `${clip(found)}${toOthers(others)}`, expected: clip(expected), fix: clip(fix) };
}

/** A problem with its words in place of its facts, as JSON has it. */
export function toWorded<P extends ProblemFacts>({
  facts,
  others,
  ...problem
}: P): Omit<P, keyof ProblemFacts> & Words {
  return { ...problem, ...toWords({ facts, ...(others && { others }) }) };
}

function say<Row extends keyof Sentences>(facts: { says: Row } & Parameters<Sentences[Row]>[0]): Words {
  const toRow = sentences[facts.says] as (facts: Parameters<Sentences[Row]>[0]) => Words;
  return toRow(facts);
}

function toOthers(others: Others | undefined): string {
  return others === undefined ? '' : ` (and ${others.count} more ${others.are})`;
}
