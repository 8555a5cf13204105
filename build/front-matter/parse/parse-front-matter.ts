import type { Syntax } from './fence.ts';
import { parseJson } from './parse-json.ts';
import { parseKeyValueLines } from './parse-key-value-lines.ts';
import { parseSimpleYaml } from './parse-simple-yaml.ts';
import { parseToml } from './parse-toml.ts';
import { parseYaml } from './parse-yaml.ts';
import type { ParsedFrontMatter } from './parsed-front-matter.ts';

/**
 * Parses front matter. The first line of the text is empty, in place of the fence or the line above; `firstLine` is its number
 * in the file. Never throws, whatever the text.
 */
export function parseFrontMatter(text: string, syntax: Syntax, firstLine: number): ParsedFrontMatter {
  return text.trim() === '' ? { values: new Map(), doubts: [] } : parsers[syntax](text, firstLine);
}

const parsers: Record<Syntax, (text: string, firstLine: number) => ParsedFrontMatter> = {
  yaml: (text, firstLine) => parseSimpleYaml(text, firstLine) ?? parseYaml(text, firstLine),
  toml: parseToml,
  json: parseJson,
  lines: parseKeyValueLines,
};
