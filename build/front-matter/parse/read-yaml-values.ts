import type { Node, YAMLMap } from 'yaml';
import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { loadYaml } from './load-parsers.ts';
import type { YamlMapping } from './yaml-mapping.ts';

/** The keys of a mapping, each with its plain data and place. */
export function readYamlValues({ root, targets, data, placeAt }: YamlMapping): Map<string, FrontMatterValue> {
  const { isAlias, isMap, isNode, isScalar, isSeq } = loadYaml();
  const placeOf = (node: Node): Position => placeAt(node.range?.[0] ?? 0);
  return readMapping(root, data);

  function readMapping(map: YAMLMap, values: object): Map<string, FrontMatterValue> {
    const result = new Map<string, FrontMatterValue>();
    const plain = new Map<string, unknown>(Object.entries(values));
    let mergedAt: Position | null = null;
    for (const { key, value } of map.items) {
      if (!isScalar(key)) continue;
      if (typeof key.value === 'symbol') mergedAt = placeOf(key);
      const name = String(key.value ?? '');
      const at = placeOf(key);
      if (plain.has(name)) result.set(name, { ...readValue(value, plain.get(name), at), key: at });
    }
    if (mergedAt === null) return result;
    for (const [name, value] of plain) {
      if (!result.has(name)) result.set(name, { value, source: null, ...mergedAt, key: mergedAt });
    }
    return result;
  }

  /** A null stands where its key does: often there is nothing else to point at. */
  function readValue(node: unknown, value: unknown, keyAt: Position): FrontMatterValue {
    if (!isNode(node) || value === null) return { value, source: null, ...keyAt };
    const at = placeOf(node);
    const target = isAlias(node) ? targets.get(node) : node;
    if (isMap(target) && typeof value === 'object')
      return { value, source: null, children: readMapping(target, value), ...at };
    if (isSeq(target) && Array.isArray(value)) {
      const items = target.items.map((item, index) => [String(index), readValue(item, value[index], at)] as const);
      return { value, source: null, children: new Map(items), ...at };
    }
    const source = isScalar(target) && target.type === 'PLAIN' ? (target.source ?? null) : null;
    return { value, source, ...at };
  }
}
