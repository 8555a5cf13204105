import type { TokenizerExtension } from 'marked';
import type { Position } from '../problems/problem.ts';
import type { Edit } from './edits.ts';
import type { BodyContext } from './parse/lexer-setting.ts';
import type { BodyToken } from './parse/tokens.ts';
import type { BodyProblem } from './walk/body-problems.ts';
import type { HidingSyntax } from './walk/hidden-languages.ts';

/** How another program writes bodies: data, and extensions of marked. */
export interface BodyDialect {
  /** Names it with its settings: dialects with equal keys are equal. */
  key: string;
  /**
   * What a body holds for which extensions, addresses or `prepare` have anything to do. Without any of them, none of
   * these is called.
   */
  triggers: readonly Trigger[];
  /** Rules of marked. A token that is a link, an image, a heading or an alert is that token. */
  extensions?: readonly BodyExtension[] | undefined;
  /**
   * The address that an address of the program stands for; null for one that is no such address, or leads to nothing.
   */
  toAddress?: ((address: string, body: BodyContext) => string | null) | undefined;
  /**
   * What comes out of the source before it is parsed, since no rule can express it; null for a source that needs
   * nothing.
   */
  prepare?: ((source: string, path: string) => PreparedSource | null) | undefined;
  /** What hides text beside what hides it everywhere. */
  hiding?: readonly HidingSyntax[] | undefined;
  /** Changes a token that marked read, before headings get their ids. */
  changeToken?: ((token: BodyToken) => void) | undefined;
  /** Whether HTML ends where its elements do, and a paragraph of it goes on to its end tag. */
  endsHtml?: boolean | undefined;
  /** How formulas stand between dollars. */
  dollars?: Dollars | undefined;
  /** Syntax that is not read, and that readers would see as text. */
  leftovers?: readonly Leftover[] | undefined;
}

/** What occurs in a text; of a pair, the second counts only where the first occurs, which is found in less time. */
export type Trigger = string | RegExp | readonly [string, RegExp];

/** A rule. An inline one has in `at` the characters that it begins with: text ends before them. */
export type BodyExtension = TokenizerExtension & { at?: readonly string[] };

export interface PreparedSource {
  /** Those with `isKept` hold for the Markdown of the article, too. */
  edits: readonly (Edit & { isKept?: boolean })[];
  /** `toPosition` takes offsets in the source. */
  problems(toPosition: (offset: number) => Position): BodyProblem[];
}

/** How formulas stand between dollars. */
export interface Dollars {
  /** Whether `$x$` is one. */
  single?: boolean;
  /** Whether `$$x$$` is displayed only where it is a paragraph. */
  apart?: boolean;
}

/** Syntax that another program would replace. */
export interface Leftover {
  /** As a problem names it: "a shortcode of …". */
  name: string;
  /** What a body holds in which it may occur. */
  triggers: readonly Trigger[];
  /** Whether it is an element of this name, as written. */
  isElement?(name: string): boolean;
  /** A line of a paragraph that stands in no other block. */
  line?: RegExp;
  /** Text in any block, but for code and formulas: what a group of it matches. */
  text?: RegExp;
  /** Whether it is this text, which begins with `{{` or `{%`. */
  isBraced?(text: string): boolean;
  /** The same in fenced or indented code. */
  isInCode?(text: string): boolean;
}

/** Whether one of some triggers occurs in a text. */
export function occursIn(text: string, triggers: readonly Trigger[]): boolean {
  return triggers.some((trigger) => {
    if (typeof trigger === 'string') return text.includes(trigger);
    return trigger instanceof RegExp ? trigger.test(text) : text.includes(trigger[0]) && trigger[1].test(text);
  });
}
