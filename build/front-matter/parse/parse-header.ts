import type { Syntax } from './fence.ts';
import { emptyHeader, type HeaderResult } from './header-fault.ts';
import { loadYaml } from './load-yaml.ts';
import { readLines } from './parse-bare-lines.ts';
import { parseJson } from './parse-json.ts';
import { parseToml } from './parse-toml.ts';
import { parseYaml } from './parse-yaml.ts';

/**
 * The lines of front matter → what they hold: gray-matter with engines that tell every place, and that run nothing. Line 1
 * of the places is that above the first line, where a fence stands.
 */
export function readMatter(header: string, syntax: Syntax = 'yaml'): HeaderResult {
  if (syntax === 'lines') return readLines(header);
  // gray-matter looks for comments, in the square of the number of consecutive blank lines.
  if (manyBlankLines.test(header)) return parsers[syntax](`\n${header.slice(0, -1)}`);
  let result: HeaderResult = emptyHeader;
  const engine = (parse: (text: string) => HeaderResult) => (text: string) => {
    result = parse(text);
    return {};
  };
  const fence = fences[syntax];
  // The body stays out, since gray-matter would copy it. Options keep it from its cache, which answers {} for a
  // file that failed before.
  loadYaml().matter(`${fence}\n${header}${fence}\n`, {
    // With the line end, so that a line such as `-----` closes nothing.
    delimiters: [fence, `${fence}\n`],
    language: syntax,
    engines: {
      yaml: engine(parsers.yaml),
      toml: engine(parsers.toml),
      json: engine(parsers.json),
      // Left alone, `javascript` evaluates what it reads.
      javascript: refuse,
      coffee: refuse,
    },
  });
  return result;
}

const parsers = { yaml: parseYaml, toml: parseToml, json: parseJson };

const manyBlankLines = /(?:\n[^\S\n]*){100}/;

/** What cannot stand in a text of that syntax at the start of a line. */
const fences = { yaml: '---', toml: '+++', json: ';;;' };

function refuse(): never {
  throw new Error('Front matter that would have to be run: findFence must have refused it.');
}
