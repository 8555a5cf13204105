import type { Alias, Node, YAMLMap } from 'yaml';
import type { Position } from '../../problems/problem.ts';

/** What is wrong at an offset in a text of YAML. */
export interface YamlProblem {
  /** Of the `yaml` package, or one of those of `SyntaxProblem`. */
  code: string;
  offset: number;
  message: string;
  /** Of a key that stands twice: the key, where it stands first, and whether its text is the same in both. */
  duplicate?: { key: string; first: number; isEqual: boolean };
}

/** What each alias stands for. */
export type Targets = ReadonlyMap<Alias, Node>;

/** A mapping, its plain data, and where its nodes stand. */
export interface YamlMapping {
  root: YAMLMap;
  targets: Targets;
  /** Of keys that stand twice, the last value. */
  data: Record<string, unknown>;
  placeAt: (offset: number) => Position;
}
