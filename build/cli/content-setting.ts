import { join, sep } from 'node:path';
import type { Problem } from '../problems/problem.ts';
import { outsideFolder } from '../source/media.ts';
import type { Config } from './config.ts';

/** The same problems; missing pictures that lie beside the content folders get the line of configuration that names their folders. */
export function withContentSetting(problems: readonly Problem[], { content }: Config): readonly Problem[] {
  const folders = new Map<Problem, string>();
  for (const problem of problems) {
    if (problem.code !== 'missing-image' || problem.target === undefined) continue;
    const folder = outsideFolder(content.root, problem.target);
    if (folder !== null) folders.set(problem, folder);
  }
  if (folders.size === 0) return problems;
  const own = content.folders.map((folder) => join(content.root, folder).replaceAll(sep, '/'));
  const all = [...new Set([...own, ...[...folders.values()].sort()])];
  const setting = `content: [${all.map((folder) => (/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder))).join(', ')}]`;
  return problems.map((problem) => (folders.has(problem) ? { ...problem, setting } : problem));
}
