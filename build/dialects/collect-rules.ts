import type { HiddenPaths, PathRule } from './hiding.ts';

/** Collects what a program hides. */
export interface RuleCollector extends HiddenPaths {
  /** Adds a rule; with no paths, its setting is one that cannot be read. `setting` is what the settings call it. */
  hide(rule: Omit<PathRule, 'paths'>, paths: PathRule['paths'] | null, setting: string): void;
}

export function collectRules(): RuleCollector {
  const found: HiddenPaths = { rules: [], unread: [] };
  return {
    ...found,
    hide(rule, paths, setting) {
      if (paths === null) found.unread.push({ file: rule.from, setting });
      else found.rules.push({ ...rule, paths });
    },
  };
}
