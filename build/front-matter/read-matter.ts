import { loadYaml } from './load-yaml.ts';
import { parseYaml, type YamlMapping } from './parse-yaml.ts';

/**
 * The lines between the fences → what they hold: gray-matter with its YAML read by `yaml` and every other engine
 * refused. Line 1 of the places is that of the opening fence.
 */
export function readMatter(header: string): ReturnType<typeof parseYaml> {
  let yaml: ReturnType<typeof parseYaml> = empty;
  const engine = (text: string): object => {
    yaml = parseYaml(text);
    return {};
  };
  // The body stays out, since gray-matter would copy it. Options keep it from its cache, which answers {} for a
  // file that failed before.
  loadYaml().matter(`---\n${header}---\n`, {
    // With the line end, so that a line such as `-----` closes nothing.
    delimiters: ['---', '---\n'],
    // Left alone, `javascript` evaluates what it reads.
    engines: { yaml: engine, json: refuse, javascript: refuse, coffee: refuse },
  });
  return yaml;
}

const empty: YamlMapping = { document: null, root: null, data: {}, twins: [], placeAt: () => ({ line: 1, column: 1 }) };

function refuse(): never {
  throw new Error('Front matter is YAML only: findFence must have refused other languages.');
}
