import type { HiddenPaths, PathRule } from './hiding.ts';
import { toList, toTexts } from './parse-settings.ts';
import { code } from './read-code.ts';

const maxRules = 10_000;

/** See `collectRules`. */
export type RuleCollector = ReturnType<typeof collectRules>;

/** Collects what a program hides. */
export function collectRules() {
  const found: HiddenPaths = { rules: [], unread: [] };
  return { ...found, hide, leave, readTexts };

  /** Adds a rule; with no paths, or none that are an expression, its setting cannot be read. `setting` is what the settings call it. */
  function hide(rule: Omit<PathRule, 'paths'>, paths: PathRule['paths'] | null, setting: string): void {
    // Each is tried on each path.
    if (found.rules.length === maxRules) throw new RangeError('There are too many rules.');
    if (paths === null || (typeof paths === 'string' && !isPattern(paths))) leave(rule.from, setting);
    else found.rules.push({ ...rule, paths });
  }

  /** Reports a setting that cannot be read. */
  function leave(file: string, setting: string): void {
    found.unread.push({ file, setting });
  }

  /** The texts of a setting. What of it is code is reported. */
  function readTexts(file: string, setting: string, value: unknown): string[] {
    if (toList(value).includes(code)) leave(file, setting);
    return toTexts(value);
  }
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
