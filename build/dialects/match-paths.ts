import ignore from 'ignore';
import { groupBy } from '../package/group-by.ts';
import { runWithin } from '../package/run-within.ts';
import type { PathRule, RuleOfFile, UnreadSetting } from './hiding.ts';

/**
 * Finds the rules that hide the file at one of `paths`, from the top of the project on. One without keys of front matter is alone. A rule
 * that takes longer than `limit` milliseconds, as others may write it, is `slow`, and what it may hide is hidden.
 */
export function createRuleFinder(
  rules: readonly PathRule[],
  paths: readonly string[],
  limit = 2000,
): { findRules(path: string): readonly RuleOfFile[]; slow: UnreadSetting[] } {
  const slow: UnreadSetting[] = [];
  const groups = groupBy(rules, ({ name, where, unless = [] }) => [name, where?.key, ...unless].join(' '));
  const ordered = [...groups.values()].map((group) =>
    group.map((rule) => ({ rule, reached: findReached(rule) })).reverse(),
  );
  return { findRules, slow };

  function findReached(rule: PathRule): ReadonlySet<string> {
    const reached = slow.length >= maxSlow ? null : runWithin(limit, () => paths.filter(createMatcher(rule)));
    if (reached === null) slow.push({ file: rule.from, setting: rule.name });
    return new Set(reached ?? (rule.shows ? [] : paths));
  }

  function findRules(path: string): readonly RuleOfFile[] {
    const found: RuleOfFile[] = [];
    for (const group of ordered) {
      const rule = group.find(({ reached }) => reached.has(path))?.rule;
      if (rule === undefined || rule.shows) continue;
      const { name, from, unless, where } = rule;
      if (unless === undefined && where === undefined) return [{ name, from }];
      found.push({ name, from, ...(unless && { unless }), ...(where && { where }) });
    }
    return found;
  }
}

/** More are not even tried. */
const maxSlow = 8;

function createMatcher({ paths }: PathRule): (path: string) => boolean {
  if (typeof paths === 'string') {
    const pattern = new RegExp(paths, 'i');
    return (path) => pattern.test(path);
  }
  const start = paths.below === '' ? '' : `${paths.below}/`;
  const lines = ignore().add(paths.lines);
  return (path) => path.length > start.length && path.startsWith(start) && lines.ignores(path.slice(start.length));
}
