import type { Alias, Node, Scalar, YAMLMap } from 'yaml';
import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { beyond, limits } from './limits.ts';
import { loadYaml } from './load-parsers.ts';
import {
  cleanText,
  type ParsedFrontMatter,
  putValue,
  type SyntaxProblem,
  toMapping,
  toSequence,
  type Values,
} from './parsed-front-matter.ts';

/**
 * The keys of a mapping, each with its plain data and place. Finds what `yaml` accepts: keys that stand twice, aliases that lead
 * nowhere or into themselves, and aliases that expand to more than front matter may hold. Visits each node once, whereas `yaml`
 * walks the whole document for each alias.
 */
export function readYaml(root: YAMLMap, text: string, placeAt: (offset: number) => Position): ParsedFrontMatter {
  const { isAlias, isMap, isScalar, isSeq } = loadYaml();
  const doubts: SyntaxProblem[] = [];
  const problems: SyntaxProblem[] = [];
  /** By name: what the last node so far with that anchor holds; null where the node has not ended yet. */
  const anchors = new Map<string, { read: Anchored | null }>();
  let entries = 0;
  /** The deepest level so far inside of the node that is read. */
  let deepest = 0;
  const values = readMapping(root, 1);
  return problems.length > 0 ? { problems: [...problems, ...doubts] } : { values, doubts };

  /** A null stands at `nullAt`, where its key does: often there is nothing else to point at. The parser bounds `level`. */
  function read(node: unknown, level: number, nullAt: Position): FrontMatterValue {
    const nothing = { value: null, source: null, ...nullAt };
    if (isAlias(node)) return readAlias(node, level) ?? nothing;
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return nothing;
    const at = placeOf(node as Node);
    const [before, outside] = [entries, deepest];
    const own: { read: Anchored | null } = { read: null };
    if (node.anchor) anchors.set(node.anchor, own);
    deepest = level;
    const value = isScalar(node)
      ? readScalar(node, at, nothing)
      : isMap(node)
        ? isPlaceholder(node)
          ? { value: text.slice(node.range?.[0], node.range?.[1]), source: null, ...at }
          : toMapping(readMapping(node, level + 1), at)
        : toSequence(readItems(node.items, level + 1, at), at);
    own.read = { value, entries: entries - before, depth: deepest - level };
    deepest = Math.max(deepest, outside);
    return value;
  }

  function readScalar(node: Scalar, at: Position, nothing: FrontMatterValue): FrontMatterValue {
    const { tag, type, source, value } = node;
    const isPlain = type === 'PLAIN';
    // A tag that no program defines, in front of a text on one line.
    if (tag?.startsWith('!') && isPlain && source && !source.includes('\n')) {
      report('BAD_TAG', at, `\`${tag}\` begins the value`);
    }
    if (value === null) return nothing;
    const isQuoted = type === 'QUOTE_DOUBLE' && typeof value === 'string';
    return { value: isQuoted ? cleanText(value) : value, source: isPlain ? (source ?? null) : null, ...at };
  }

  /** `{{ date }}` is a mapping whose key is a mapping: never data, but what a program is to fill in. */
  function isPlaceholder({ flow, items }: YAMLMap): boolean {
    return flow === true && items.length === 1 && isMap(items[0]?.key);
  }

  function readItems(items: readonly unknown[], level: number, at: Position): FrontMatterValue[] {
    const values = items.map((item) => read(item, level, at));
    count(items, level);
    return values;
  }

  function readMapping(map: YAMLMap, level: number): Values {
    const children: Values = new Map();
    const merged: { at: Position; value: FrontMatterValue }[] = [];
    for (const { key, value: node } of map.items) {
      const at = placeOf(key as Node);
      const name = read(key, level, at).value;
      const value = read(node, level, at);
      if (typeof name === 'symbol') merged.push({ at, value });
      else if (isScalar(key)) doubts.push(...putValue(children, String(name ?? ''), value, at));
    }
    for (const { at, value } of entries > limits.entries ? [] : merged) {
      const sources = Array.isArray(value.value) ? [...(value.children?.values() ?? [])] : [value];
      for (const source of sources) {
        if (source.children === undefined || Array.isArray(source.value))
          report('BAD_DATA', at, 'Merge sources must be mappings');
        for (const [name, inside] of source.children ?? []) {
          if (!children.has(name)) children.set(name, { value: inside.value, source: null, ...at, key: at });
        }
      }
    }
    count(map.items, level);
    return children;
  }

  function count(items: readonly unknown[], level: number): void {
    entries += items.length;
    deepest = Math.max(deepest, level);
  }

  function readAlias(alias: Alias, level: number): FrontMatterValue | null {
    const at = placeOf(alias);
    const { source } = alias;
    const anchor = anchors.get(source);
    if (anchor === undefined) return report('BAD_ALIAS', at, `\`&${source}\` above \`*${source}\``);
    const { read: target } = anchor;
    if (target === null) return report('BAD_ALIAS', at, `\`*${source}\` outside of \`&${source}\` itself`);
    if (level + target.depth > limits.depth) return report(beyond.depth.code, at, beyond.depth.message);
    // What stands for too much is not copied again and again.
    if (entries > limits.entries) return null;
    entries += target.entries;
    if (entries > limits.entries) return report(beyond.entries.code, at, beyond.entries.message);
    deepest = Math.max(deepest, level + target.depth);
    return target.value.value === null ? null : { ...target.value, ...at };
  }

  function report(code: string, at: Position, message: string): null {
    problems.push({ code, message, ...at });
    return null;
  }

  function placeOf(node: Node): Position {
    return placeAt(node.range?.[0] ?? 0);
  }
}

/** A node with an anchor, and its size with its aliases expanded. */
interface Anchored {
  value: FrontMatterValue;
  entries: number;
  depth: number;
}
