import type { PreparedSource } from '../../markdown/body-dialect.ts';
import { escapeText } from '../../markdown/html/escape-html.ts';
import { endOfFormula } from '../../markdown/parse/find-formulas.ts';
import { splitWords } from '../../package/split-words.ts';
import { type Budget, endOfLine, endOfModule, moduleStart, skipBraces } from './javascript.ts';
import { type JsxTag, readJsxTag, readLiteral } from './read-jsx-tag.ts';

/** What makes Markdown of MDX. */
export interface UnwrappedMdx {
  edits: PreparedSource['edits'][number][];
  /** Where the first of them stands that is not published. */
  at: number;
  /** How many of each. */
  modules: number;
  expressions: number;
  components: Map<string, number>;
}

/**
 * Takes out of MDX what only a program can show: `import` and `export`, expressions, comments, and the tags of
 * components, whose content stays and moves to the left. Elements of HTML stay, with Markdown in them where they stand
 * on lines of their own.
 */
export function unwrapMdx(source: string): UnwrappedMdx {
  const result: UnwrappedMdx = { edits: [], at: -1, modules: 0, expressions: 0, components: new Map() };
  const budget: Budget = { left: Math.max(1_000_000, 2 * source.length) };
  const images = new Map(Array.from(source.matchAll(imageImport), ([, name = '', path = '']) => [name, path]));
  const open: OpenElement[] = [];
  let fence: string | null = null;
  let isAfterBlank = true;
  let isInItem = false;
  for (let at = 0; at < source.length; ) {
    const lineEnd = endOfLine(source, at);
    const line = source.slice(at, lineEnd);
    const isBlank = line.trim() === '';
    const indent = line.length - line.trimStart().length;
    const fenceOf = fenceStart.exec(line)?.[1];
    if (!isBlank) moveLeft(at, indent);
    if (fence !== null) {
      if (fenceOf?.startsWith(fence) && line.trim() === fenceOf) fence = null;
      at = lineEnd + 1;
      continue;
    }
    if (!isBlank && item.test(line)) isInItem = true;
    else if (!isBlank && isAfterBlank && indent < 2) isInItem = false;
    if (isAfterBlank && indented.test(line) && open.length === 0 && !isInItem && !isBlank) {
      at = endOfIndented(source, at);
      continue;
    }
    if (fenceOf !== undefined) fence = fenceOf;
    if (fenceOf !== undefined || isBlank) at = lineEnd + 1;
    else if (isAfterBlank && moduleStart.test(line)) {
      const end = endOfModule(source, at, budget);
      cut(at, end);
      result.modules++;
      at = end;
    } else at = readLine(at, lineEnd, indent);
    isAfterBlank = isBlank || (fenceOf === undefined && /^(?:import|export)/.test(line));
  }
  return result;

  function cut(start: number, end: number, text = ''): void {
    if (result.at === -1) result.at = start;
    result.edits.push({ start, end, text });
  }

  /** Takes the indentation away that the elements around a line gave it. */
  function moveLeft(start: number, indent: number): void {
    const [outer] = open;
    const inner = open.at(-1);
    if (outer === undefined || inner === undefined) return;
    inner.content ??= Math.max(indent, inner.indent);
    const length = Math.min(indent - outer.indent, inner.content - outer.indent);
    if (length > 0) result.edits.push({ start, end: start + length, text: '' });
  }

  /** Reads a line, and others as far as code that begins on it goes; returns where the next begins. */
  function readLine(start: number, firstEnd: number, indent: number): number {
    let lineEnd = firstEnd;
    for (let at = start; at < lineEnd; ) {
      const character = source[at];
      let next: number | null = null;
      if (character === '\\') next = at + 2;
      else if (character === '`') next = skipCode(source, at);
      else if (character === '$') next = skipFormula(source, at);
      else if (character === '{') next = readExpression(at, start);
      else if (character === '<') next = readTag(at, start, indent);
      at = next ?? at + 1;
      if (at > lineEnd) lineEnd = endOfLine(source, at);
    }
    return lineEnd + 1;
  }

  function readExpression(start: number, lineStart: number): number | null {
    const end = skipBraces(source, start, budget);
    if (end === null) return null;
    const code = source.slice(start + 1, end - 1);
    const isLast = /^[ \t]*(?:\n|$)/.test(source.slice(end, end + 100));
    const id = isLast && /^\s{0,3}#{1,6}\s/.test(source.slice(lineStart, start)) ? readId(code) : null;
    const literal = readLiteral(code);
    if (id !== null) result.edits.push({ start, end, text: `{#${id}}` });
    else if (literal !== null)
      result.edits.push({ start, end, text: escapeText(literal).replace(/[*_`[\]{}\\]/g, '\\$&') });
    else if (isComment(code)) result.edits.push({ start, end, text: textOfComment(code), isKept: true });
    else {
      cut(start, end);
      result.expressions++;
    }
    return end;
  }

  function readTag(start: number, lineStart: number, indent: number): number | null {
    if (source.startsWith('<!--', start)) return endOfComment(source, start);
    const tag = readJsxTag(source, start, budget, images);
    if (tag === null) return null;
    const isAlone =
      source.slice(lineStart, start).trim() === '' && /^[ \t]*(?:\n|$)/.test(source.slice(tag.end, tag.end + 100));
    if (isComponent(tag)) {
      const isAboveList = tag.closing && isAlone && listBelow.test(source.slice(tag.end, tag.end + maxTagsBetween));
      const { text, isWhole } = isAboveList ? { text: '<!-- -->', isWhole: false } : shownOf(tag);
      if (isWhole) result.edits.push({ start, end: tag.end, text, isKept: true });
      else cut(start, tag.end, text);
      if (!tag.closing && tag.name !== '' && !isWhole)
        result.components.set(tag.name, (result.components.get(tag.name) ?? 0) + 1);
    } else {
      if (tag.hasLost && addressed.has(tag.name) && !/\s(?:src|href)=/.test(tag.html)) {
        if (result.at === -1) result.at = start;
        result.expressions++;
      }
      const isBlock = isAlone && mayBeBlock(tag, open);
      const text = isBlock ? (tag.closing ? `\n${tag.html}` : `${tag.html}\n`) : tag.html;
      if (text !== source.slice(start, tag.end)) result.edits.push({ start, end: tag.end, text });
    }
    if (tag.closing) {
      const last = open.findLastIndex(({ name }) => name === tag.name);
      if (last !== -1) open.length = last;
    } else if (isAlone && !tag.empty && open.length < deepest) open.push({ name: tag.name, indent, content: null });
    return tag.end;
  }
}

/** The id of a heading, `{#id}` or as a comment. */
function readId(code: string): string | null {
  const { 1: plain, 2: commented } =
    /^(?:#([\p{L}\p{N}_.-]+)|\s*\/\*\s*#?([\p{L}\p{N}_.-]+)\s*\*\/\s*)$/u.exec(code) ?? [];
  return plain ?? commented ?? null;
}

/** What a tag of a component shows: an image, or the place of an anchor; and whether that is all it shows. */
function shownOf({ closing, empty, html }: JsxTag): { text: string; isWhole: boolean } {
  const image = empty ? toImage(html) : null;
  const id = closing ? null : /\sid=("[^"]*"|'[^']*')/.exec(html)?.[1];
  const isWhole = image !== null && !/\s(?:caption|label|title|text)=/i.test(html);
  return { text: image ?? (id ? `<a id=${id}></a>` : ''), isWhole };
}

/** A list in the next component, which would go on with a list in this one. */
const listBelow = /^(?:\s|<\/?[A-Z][^<>\n]{0,100}>)*\n[ \t]*(?:[-*+]|\d+[.)])[ \t]/;

const maxTagsBetween = 500;

/** The image of Markdown that a component shows, by its attributes; else null. */
function toImage(html: string): string | null {
  const [, address] = /\s(?:src|image|url)=["']([^"'<>\s]+\.(?:png|jpe?g|gif|webp|avif|svg))["']/i.exec(html) ?? [];
  const [, , alt = ''] = /\s(?:alt|caption|label)=(["'])([^\n]*?)\1/.exec(html) ?? [];
  return address === undefined
    ? null
    : `![${alt.replace(/[\\[\]*_`<]/g, '\\$&')}](${address.replace(/[()]/g, '\\$&')})`;
}

const imageImport =
  /^import[ \t]+([\w$]{1,100})[ \t]+from[ \t]+["']([./][^"'\n]{1,500}\.(?:png|jpe?g|gif|webp|avif|svg))["']/gim;

/** An element whose start tag stands on a line of its own. */
interface OpenElement {
  name: string;
  /** Columns before its tag. */
  indent: number;
  /** Columns before what it holds; null before its first line. */
  content: number | null;
}

/** Elements that are nothing without their address. */
const addressed: ReadonlySet<string> = new Set(['a', 'audio', 'img', 'source', 'video']);

const deepest = 100;

/** Elements in which Markdown makes no sense on lines of their own. */
const raw: ReadonlySet<string> = new Set(splitWords('p h1 h2 h3 h4 h5 h6 pre script style textarea br hr img input'));

const fenceStart = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;

const item = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])\s/;

/** Whether Markdown may stand in the element of a tag; an end tag ends a block where its start tag began one. */
function mayBeBlock({ name, closing, empty }: JsxTag, open: readonly OpenElement[]): boolean {
  return !raw.has(name) && !empty && (!closing || open.some((each) => each.name === name));
}

function isComponent({ name }: JsxTag): boolean {
  return name === '' || /^[A-Z_$]/.test(name) || name.includes('.');
}

/** What is left of a comment: the end of an excerpt. */
function textOfComment(code: string): string {
  return /^\s*\/\*\s*(?:more|truncate|excerpt)\s*\*\/\s*$/i.test(code) ? '<!-- more -->' : '';
}

function isComment(code: string): boolean {
  const text = code.trim();
  // A condition that never holds shows as little.
  if (/^(?:false|null|undefined|0)\s*&&/.test(text)) return true;
  return text === '' || (text.startsWith('/*') && text.indexOf('*/', 2) === text.length - 2);
}

/** Behind a formula in whose TeX braces stand; null where none begins, as at a price. */
function skipFormula(source: string, start: number): number | null {
  const end = endOfFormula(source, start, true);
  return end !== null && /\\[a-z]{2}|[_^]\{/i.test(source.slice(start, end)) ? end : null;
}

/** The index behind a code span in the same paragraph, else behind the backticks. */
function skipCode(source: string, start: number): number {
  runs.lastIndex = start;
  const [run = '`'] = runs.exec(source) ?? [];
  const from = start + run.length;
  const text = source.slice(from, from + 2000).split(/\n[ \t]*\n/, 1)[0] ?? '';
  for (const { 0: each, index } of text.matchAll(/`+/g))
    if (each.length === run.length) return from + index + run.length;
  return from;
}

const runs = /`+/y;

const indented = /^(?: {4}| {0,3}\t)/;

function endOfComment(source: string, start: number): number | null {
  const end = source.indexOf('-->', start);
  return end === -1 ? null : end + '-->'.length;
}

/** Behind the lines of indented code: MDX has none since its second version, but the first had. */
function endOfIndented(source: string, start: number): number {
  let at = start;
  while (at < source.length && indented.test(source.slice(at, at + 4))) at = endOfLine(source, at) + 1;
  return at;
}
