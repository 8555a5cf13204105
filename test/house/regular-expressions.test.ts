import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import fastGlob from 'fast-glob';
import { defaults, Tokenizer } from 'marked';
import { analyse } from 'scslre';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { BodyLexer } from '../../build/markdown/parse/body-lexer.ts';
import { hasOutside, outside } from '../support/needs.ts';

/**
 * Strangers write what these expressions read, and one that takes the square of a text's length in time, or more,
 * stalls a build. Two programs look for such. scslre, the engine of eslint-plugin-regexp, knows lookarounds and takes a
 * quarter of a second; recheck also finds texts that repeat several characters, and takes a third of a minute.
 */
interface Expression {
  /** The file, or the rule of marked. */
  where: string;
  source: string;
  flags: string;
}

/** The expressions that scslre finds to be slow, and what bounds them. */
const slowForScslre: Readonly<Record<string, string>> = {
  'build/cli/figures.ts \\B(?=(?:\\d{3})+$)': 'Reads the digits of a number.',
  'build/dialects/tags.ts (?:([\\w-]+)=)?(?:"([^"]*)"|\'([^\']*)\'|`([^`]*)`|([^\\s"\'`]+))': 'Reads 1,000 characters.',
  'build/markdown/walk/excerpt.ts [\\s,;:–—-]+$': 'Reads 200 characters: `excerptLength`.',
  'build/source/copy-names.ts ^(.+?)-(?:[A-Z\\d-]{4,}|[\\p{L}\\d]*-?(?:MacBook|iMac|Mac|PC|iPhone|iPad)(?:-\\w{1,9})?)$':
    'Reads the name of a file.',
  'src/storage/s3/s3-options.ts \\/\\/.*@': 'Reads a setting of the operator.',
  'marked.block.fences': 'Succeeds at whatever follows the run that opens it.',
  'marked.block.html': 'Each of the lines that it may end with has a line end of its own.',
  'marked.inline._backpedal': '`withoutEndCharacters` cuts the address before.',
  'marked.inline.anyPunctuationOutsideCode': 'Texts of such characters are measured in `test/adversarial`.',
  'marked.inline.text': '`inlineText` reads text in its place, up to the next such character.',
};

/** The further ones that recheck finds, which knows no lookarounds: it gets the expressions without them. */
const slowForRecheck: Readonly<Record<string, string>> = {
  'build/dialects/jekyll/jekyll.ts ^<[a-z][\\w-]*(?=\\s)[^<>{]*=["\']\\{\\{-?[ \\t]*["\'][^{}\\n]*\\}\\}[^<>]*>':
    'Begins once in each run.',
  'build/dialects/kramdown/attributes.ts (?:#([\\p{L}\\p{N}_.:-]+)|\\.[\\p{L}_-][\\p{L}\\p{N}_:-]*|[A-Za-z_:@][\\w:.-]*=(?:"[^"]*"|\'[^\']*\'|[^\\s"\'{}\\0]+)|([A-Za-z][\\w-]*))(?:[\\s;,]+|$|(?=[.#]))':
    'Reads at most 500 characters.',
  'build/release/description/page/to-html.ts ("(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`)':
    'Reads examples of the project.',
  'build/release/description/page/to-html.ts ("(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`)|(?<=^|\\s)#.*':
    'Reads examples of the project.',
  'build/release/description/page/to-html.ts ("(?:[^"\\\\\\n]|\\\\.)*"|\'(?:[^\'\\\\\\n]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`)|\\/\\/.*':
    'Reads examples of the project.',
  'build/cli/settings.ts (?<!\\/)\\/+$': 'Begins once in each run.',
  'build/dialects/directives/hidden.ts (?<![\\w-])(when|unless)-([\\w-]+)=["\']?([\\w.:+-]*)':
    'Begins once in each run.',
  'build/dialects/kramdown/inner-markdown.ts (?<!\\s)\\s+markdown(?:\\s*=\\s*["\']?(\\w+)["\']?)?(?=[\\s/>])':
    'Begins once in each run.',
  'build/front-matter/parse/parse-front-matter.ts ^(?!\\s)(?:\\.\\.[ \\t]+(?![ \\t]))?([^:]*)::?[ \\t]*':
    'Gives no space back.',
  'build/front-matter/dates/parse-date.ts (?<=\\d)[T ]+\\d.*$': 'Begins once in each run.',
  'build/release/description/page/to-html.ts ^ +|\\/\\*\\* @type .*? \\*\\/ ': 'Reads programs of the project.',
  'build/release/description/page/to-html.ts (?<=: )("(?:[^"\\\\\\n]|\\\\.)*")': 'Reads examples of the project.',
  'build/source/copy-names.ts _conflict(?:[-_][^/]*)?-\\d{8}-\\d{6}$': 'Reads the name of a file.',
  'build/source/discover.ts (?<!\\/)\\/+$': 'Begins once in each run.',
  'src/adapters/cloudflare/workerd.ts ^[\\t ]+|(?<![\\t ])[\\t ]+$': 'Begins once in each run.',
};

/** Files that put expressions together later than when they are loaded. */
const madeLater: Readonly<Record<string, string>> = {
  'build/dialects/collect-rules.ts': 'Only whether a setting of the site is one.',
  'build/dialects/find-signs.ts': 'From a glob of a dialect, for names in one folder.',
  'build/dialects/hugo/hides.ts': 'From a glob of the site, for one word.',
  'build/dialects/match-paths.ts': 'From settings of the site, for its paths.',
  'build/dialects/needs-package.ts': 'From a name in the sources, for a file of settings.',
  'build/dialects/read-code.ts': 'From settings of the site, for its paths.',
  'build/dialects/syntax.ts': 'For what begins a line, from rules whose expressions are checked.',
  'build/dialects/tags.ts': 'Each part has a bound, and the tags are checked in the files that name them.',
  'build/markdown/parse/emphasis.ts': 'One character of Chinese, Japanese or Korean, and runs of asterisks.',
  'build/markdown/parse/find-formulas.ts': 'A copy of one that is checked.',
  'build/markdown/parse/rules.ts': 'The rules of marked, which are checked as it changes them.',
  'build/markdown/parse/tokenizer.ts': 'Of texts that extensions begin with.',
  'build/markdown/walk/check-leftovers.ts': 'A copy of one that is checked.',
  'build/preview/mark-blocks.ts': 'A word of its own that chance made, and digits.',
  'src/client.ts': 'A word of its own, for a field of the API.',
  'src/core/parameters.ts': 'The name of a parameter, for 40 characters.',
};

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const files = fastGlob.sync(['src/**/*.ts', 'build/**/*.ts'], { cwd: root, ignore: ['build/recipes/*/**'] }).sort();

type Node = { type?: string; raw?: string; regex?: { pattern: string; flags: string }; callee?: { name?: string } };

const written: Expression[] = [];
const making = new Set<string>();
for (const file of files) {
  walk(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }), (node) => {
    if (node.regex) written.push({ where: file, source: node.regex.pattern, flags: node.regex.flags });
    if (/^(?:New|Call)Expression$/.test(node.type ?? '') && node.callee?.name === 'RegExp') making.add(file);
  });
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  visit(node as Node);
  for (const child of Object.values(node)) walk(child, visit);
}

/** The expressions that files put together when they are loaded. */
async function made(some: ReadonlySet<string>): Promise<Expression[]> {
  const found: Expression[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args: [string, string]) {
      const { source, flags } = new target(...args);
      const where = files.find((file) => some.has(file) && new Error().stack?.includes(`/${file}:`));
      if (where !== undefined) found.push({ where, source, flags });
      return new target(...args);
    },
  });
  await Promise.all(Array.from(some, (file) => import(/* @vite-ignore */ join(root, file)))).finally(() => {
    globalThis.RegExp = original;
  });
  return found;
}

function rulesOfMarked(): Expression[] {
  const body = { source: '', path: '', findNamed: () => null };
  new BodyLexer(defaults, body, { wordEnd: null, toFormulas: null }).lex('');
  const { tokenizer } = defaults;
  const found: Expression[] = [];
  const collect = (where: string, rule: unknown): void => {
    if (rule instanceof RegExp) found.push({ where, source: rule.source, flags: rule.flags });
    else if (typeof rule === 'function') collect(where, rule(3));
    else if (typeof rule === 'object' && rule !== null)
      for (const [name, each] of Object.entries(rule)) collect(`${where}.${name}`, each);
  };
  collect('marked', tokenizer instanceof Tokenizer ? tokenizer.rules : null);
  return found;
}

const isSlow = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): boolean =>
  analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } }).reports.length > 0;

const toName = ({ where, source }: Expression): string => (where.startsWith('marked') ? where : `${where} ${source}`);

const madeAtOnce = await made(making);
const ofMarked = rulesOfMarked();
const expressions = [...written, ...madeAtOnce, ...ofMarked];

test('scslre finds no expression that is slow, but for those whose texts are short', () => {
  const missing = [...making].filter((file) => !madeAtOnce.some(({ where }) => where === file));
  expect(missing).toEqual(Object.keys(madeLater));
  expect([written.length > 500, ofMarked.length > 80]).toEqual([true, true]);
  expect(expressions.filter(isSlow).map(toName)).toEqual(Object.keys(slowForScslre));
});

test.each([
  ['twice the steps for each character', '^( *(?:- +)*x: +|(?: *- +)+)(?! )(.+)$'],
  ['a search again from each space', '[ \\t]+$'],
  ['two that take from one another', '^\\S+[ \\t]*\\w*$'],
])('scslre finds %s', (_, source) => {
  expect(isSlow({ source, flags: '' })).toBe(true);
});

describe.runIf(hasOutside('recheck'))('recheck', () => {
  // What it cannot read, or not in this time, is left to scslre.
  const isSlowToo = async (expression: Pick<Expression, 'source' | 'flags'>, timeout: number): Promise<boolean> => {
    const { source, flags } = expression;
    const { check } = createRequire(join(outside, 'package.json'))('recheck') as Recheck;
    const checked = await check(withoutLookarounds(source, flags), flags, { checker: 'automaton', timeout });
    return checked.status === 'vulnerable';
  };

  test('finds no other', { tags: ['long'], timeout: 300_000 }, async () => {
    const known = { ...slowForScslre, ...slowForRecheck };
    const all = new Map(expressions.map((each) => [toName(each), each]));
    const isKnown = (each: Expression): boolean => toName(each) in known || each.where in known;
    const slow: string[] = [];
    // One after the other, since each has its milliseconds by the clock: its program decides more in these than its JavaScript in 300.
    for (const each of all.values()) if (!isKnown(each) && (await isSlowToo(each, 100))) slow.push(toName(each));
    expect(slow).toEqual([]);
    const names = new Set([...all.values()].flatMap((each) => [each.where, toName(each)]));
    expect(Object.keys(slowForRecheck).filter((name) => !names.has(name))).toEqual([]);
  });

  test('finds a text of several characters that repeats', { tags: ['long'] }, async () => {
    for (const source of ['<[a-z][^>]*>', '(?<=\\d)[T ]+\\d.*$'])
      expect(await isSlowToo({ source, flags: '' }, 20_000)).toBe(true);
  });
});

interface Recheck {
  check(source: string, flags: string, options: object): Promise<{ status: 'safe' | 'vulnerable' | 'unknown' }>;
}

function withoutLookarounds(source: string, flags: string): string {
  const cuts: [start: number, end: number][] = [];
  visitRegExpAST(new RegExpParser().parsePattern(source, undefined, undefined, { unicode: flags.includes('u') }), {
    onAssertionEnter({ kind, start, end }) {
      // One inside another goes with it.
      if (kind.startsWith('look') && start >= (cuts.at(-1)?.[1] ?? 0)) cuts.push([start, end]);
    },
  });
  return cuts.reduceRight((text, [start, end]) => `${text.slice(0, start)}(?:)${text.slice(end)}`, source);
}
