import type { HiddenPaths, PathRule } from './hiding.ts';
import { code } from './read-code.ts';

/** Collects what a program hides. */
export interface RuleCollector extends HiddenPaths {
  /** Adds a rule; with no paths, or none that are an expression, its setting cannot be read. `setting` is what the settings call it. */
  hide(rule: Omit<PathRule, 'paths'>, paths: PathRule['paths'] | null, setting: string): void;
  /** Reports a setting that cannot be read. */
  leave(file: string, setting: string): void;
  /** The texts of a setting. What of it is code is reported. */
  readTexts(file: string, setting: string, value: unknown): string[];
}

export function collectRules(): RuleCollector {
  const found: RuleCollector = {
    ...{ rules: [], unread: [] },
    hide(rule, paths, setting) {
      if (paths === null || (typeof paths === 'string' && !isPattern(paths))) found.leave(rule.from, setting);
      else found.rules.push({ ...rule, paths });
    },
    leave: (file, setting) => found.unread.push({ file, setting }),
    readTexts(file, setting, value) {
      const list: unknown[] = Array.isArray(value) ? value : [value];
      if (list.includes(code)) found.leave(file, setting);
      return list.filter((each) => typeof each === 'string');
    },
  };
  return found;
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
