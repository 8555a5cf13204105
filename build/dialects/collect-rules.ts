import type { HiddenPaths, PathRule } from './hiding.ts';

/** Collects what a program hides. */
export interface RuleCollector extends HiddenPaths {
  /** Adds a rule; with no paths, or none that are an expression, its setting cannot be read. `setting` is what the settings call it. */
  hide(rule: Omit<PathRule, 'paths'>, paths: PathRule['paths'] | null, setting: string): void;
}

export function collectRules(): RuleCollector {
  const found: HiddenPaths = { rules: [], unread: [] };
  return {
    ...found,
    hide(rule, paths, setting) {
      if (paths === null || (typeof paths === 'string' && !isPattern(paths)))
        found.unread.push({ file: rule.from, setting });
      else found.rules.push({ ...rule, paths });
    },
  };
}

/** Whether it is an expression, and none whose compilation would take long, or end the process. */
function isPattern(source: string): boolean {
  if (source.length > 4000) return false;
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
