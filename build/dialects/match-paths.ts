import ignore from 'ignore';
import { groupBy } from '../package/group-by.ts';
import type { PathRule, RuleOfFile } from './hiding.ts';

/** Finds the rules that hide the file at a path, from the top of the project on. One without keys of front matter is alone. */
export function createRuleFinder(rules: readonly PathRule[]): (path: string) => readonly RuleOfFile[] {
  const groups = groupBy(rules, ({ name, unless = [] }) => [name, ...unless].join(' '));
  const ordered = [...groups.values()].map((group) =>
    group.map((rule) => ({ rule, matches: createMatcher(rule) })).reverse(),
  );
  return (path) => {
    const found: RuleOfFile[] = [];
    for (const group of ordered) {
      const rule = group.find(({ matches }) => matches(path))?.rule;
      if (rule === undefined || rule.shows) continue;
      const { name, from, unless, where } = rule;
      if (unless === undefined && where === undefined) return [{ name, from }];
      found.push({ name, from, ...(unless && { unless }), ...(where && { where }) });
    }
    return found;
  };
}

function createMatcher({ paths }: PathRule): (path: string) => boolean {
  if (typeof paths === 'string') {
    const pattern = new RegExp(paths, 'i');
    return (path) => pattern.test(path);
  }
  const start = paths.below === '' ? '' : `${paths.below}/`;
  const lines = ignore().add(paths.lines);
  return (path) => path.length > start.length && path.startsWith(start) && lines.ignores(path.slice(start.length));
}
