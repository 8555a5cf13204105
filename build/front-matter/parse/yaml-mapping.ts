import type { Alias, Node, YAMLMap } from 'yaml';
import type { Position } from '../../problems/problem.ts';

/** Takes up a fault at an offset in the text. */
export type ReportFault = (
  code: string,
  offset: number,
  message: string,
  twin?: { key: string; first: number },
) => void;

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
