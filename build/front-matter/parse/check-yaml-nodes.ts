import type { Alias, Document, Node, Scalar, YAMLMap } from 'yaml';
import { limits } from './limits.ts';
import { loadYaml } from './load-parsers.ts';
import { cleanText } from './parsed-front-matter.ts';
import type { Targets, YamlProblem } from './yaml-mapping.ts';

/**
 * Gives what each alias stands for, and finds what `yaml` accepts: duplicate keys, aliases that lead nowhere or into themselves,
 * and aliases that expand to more than front matter may hold. Replaces in place what a double-quoted escape can bring in: NUL
 * and half surrogate pairs. Visits each node once, whereas `yaml` walks the whole document for each alias.
 */
export function checkYamlNodes(document: Document.Parsed): { value: Targets; problems: YamlProblem[] } {
  const { isAlias, isCollection, isPair, isScalar, isMap } = loadYaml();
  const problems: YamlProblem[] = [];
  const targets = new Map<Alias, Node>();
  /** By name: the last node so far with that anchor, and its expanded size; null where the node has not ended yet. */
  const anchors = new Map<string, { node: Node; weight: Weight | null }>();
  let entries = 0;
  weigh(document.contents, 0);
  return { value: targets, problems };

  /** The parser bounds `level`. */
  function weigh(node: unknown, level: number): Weight {
    if (isPair(node)) return add(weigh(node.key, level), weigh(node.value, level));
    if (isAlias(node)) return weighAlias(node, level);
    if (!isScalar(node) && !isCollection(node)) return nothing;
    const { anchor } = node;
    if (anchor) anchors.set(anchor, { node, weight: null });
    let weight = nothing;
    if (isScalar(node) && isFirstWord(node)) report('BAD_TAG', node, `\`${node.tag}\` begins the value`);
    if (isScalar(node)) tidy(node);
    else {
      // One by one: a call takes only so many arguments.
      if (isMap(node)) for (const problem of findDuplicates(node)) problems.push(problem);
      for (const item of node.items) weight = add(weight, weigh(item, level + 1));
      entries += node.items.length;
      weight = { entries: weight.entries + node.items.length, depth: weight.depth + 1 };
    }
    const known = anchor && anchors.get(anchor);
    if (known && known.node === node) known.weight = weight;
    return weight;
  }

  function weighAlias(alias: Alias, level: number): Weight {
    const target = anchors.get(alias.source);
    if (target === undefined) {
      report('BAD_ALIAS', alias, `no \`&${alias.source}\` stands above \`*${alias.source}\``);
      return nothing;
    }
    if (target.weight === null) {
      report('BAD_ALIAS', alias, `\`*${alias.source}\` stands inside \`&${alias.source}\` itself`);
      return nothing;
    }
    targets.set(alias, target.node);
    const { weight } = target;
    const isWithin = entries <= limits.entries;
    entries += weight.entries;
    if (isWithin && entries > limits.entries) {
      report('TOO_LARGE', alias, `more than ${limits.entries} entries, written out by aliases and merge keys`);
    }
    if (level + weight.depth > limits.depth) {
      report('TOO_DEEP', alias, `aliases nest values more than ${limits.depth} deep`);
      return nothing;
    }
    return weight;
  }

  function report(code: string, node: { range?: readonly number[] | null }, message: string): void {
    problems.push({ code, offset: startOf(node), message });
  }
}

/** Size of a node with its aliases expanded. */
interface Weight {
  entries: number;
  depth: number;
}

const nothing: Weight = { entries: 0, depth: 0 };

function add(one: Weight, other: Weight): Weight {
  return { entries: one.entries + other.entries, depth: Math.max(one.depth, other.depth) };
}

/** A tag that no program defines, in front of a text on one line. */
function isFirstWord({ tag, type, source }: Scalar): boolean {
  return tag?.startsWith('!') === true && type === 'PLAIN' && !!source && !source.includes('\n');
}

function tidy(scalar: Scalar): void {
  if (typeof scalar.value === 'string' && scalar.type === 'QUOTE_DOUBLE') scalar.value = cleanText(scalar.value);
}

function findDuplicates(map: YAMLMap): YamlProblem[] {
  const { isScalar } = loadYaml();
  const firsts = new Map<unknown, { key: Scalar; value: unknown }>();
  const problems: YamlProblem[] = [];
  for (const { key, value } of map.items) {
    if (!isScalar(key)) continue;
    const first = firsts.get(key.value);
    if (first === undefined) firsts.set(key.value, { key, value });
    else {
      const isEqual = isScalar(value) && isScalar(first.value) && value.value === first.value.value;
      const duplicate = { key: String(key.value), first: startOf(first.key), isEqual };
      const message = `the key \`${key.value}\` stands here a second time`;
      problems.push({ code: 'DUPLICATE_KEY', offset: startOf(key), message, duplicate });
    }
  }
  return problems;
}

function startOf(node: { range?: readonly number[] | null }): number {
  return node.range?.[0] ?? 0;
}
