import type { Alias, Document, Scalar, YAMLMap } from 'yaml';
import { cleanText } from './header-fault.ts';
import { loadYaml } from './load-yaml.ts';
import type { ReportFault } from './parse-yaml.ts';

/**
 * Reports what `yaml` lets pass: keys that stand twice, aliases that lead nowhere or into themselves.
 * Replaces in place what a double-quoted escape can smuggle in: NUL and half surrogate pairs.
 */
export function checkNodes(document: Document.Parsed, report: ReportFault): void {
  const { isNode, visit } = loadYaml().yaml;
  const anchors = new Set<string>();
  visit(document, {
    Alias(_key, alias, path) {
      if (!anchors.has(alias.source)) {
        report('BAD_ALIAS', startOf(alias), `no \`&${alias.source}\` stands above \`*${alias.source}\``);
      } else if (path.some((above) => isNode(above) && 'anchor' in above && above.anchor === alias.source)) {
        report('BAD_ALIAS', startOf(alias), `\`*${alias.source}\` stands inside \`&${alias.source}\` itself`);
      }
    },
    Map(_key, map) {
      if (map.anchor) anchors.add(map.anchor);
      reportTwins(map, report);
    },
    Seq(_key, list) {
      if (list.anchor) anchors.add(list.anchor);
    },
    Scalar(_key, scalar) {
      if (scalar.anchor) anchors.add(scalar.anchor);
      if (typeof scalar.value === 'string' && scalar.type === 'QUOTE_DOUBLE') {
        scalar.value = cleanText(scalar.value);
      }
    },
  });
}

function reportTwins(map: YAMLMap, report: ReportFault): void {
  const { isScalar } = loadYaml().yaml;
  const first = new Map<unknown, Scalar>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    const twin = first.get(key.value);
    if (twin === undefined) first.set(key.value, key);
    else
      report('DUPLICATE_KEY', startOf(key), `the key \`${key.value}\` stands here a second time`, {
        key: String(key.value),
        first: startOf(twin),
      });
  }
}

function startOf(node: Scalar | Alias): number {
  return node.range?.[0] ?? 0;
}
