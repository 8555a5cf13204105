import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../../../build/package/package.ts';
import { checkArticles } from '../check-articles.ts';
import { standardLength, writeContent } from '../data.ts';
import type { Series } from '../result.ts';
import type { Context } from '../row.ts';
import { runProgram } from '../run-program.ts';
import { toCount } from '../to-count.ts';
import { writeFiles } from '../write-files.ts';
import { type Rival, rivals } from './projects.ts';

/** A rival that is installed, and what its builds took. */
export interface Entry {
  rival: Rival;
  /** The node_modules that has it. */
  packages: string;
  /** How many articles it gets. */
  count: number;
  series: Series;
  /** The first build took more than a minute, and is the only one. */
  isSlow: boolean;
}

/** Those that npm could install; the report says which it could not. */
export function installRivals({ options, report, skip }: Context): Entry[] {
  return rivals.flatMap((rival) => {
    const { name, version, remark, most = options.articles } = rival;
    report(`installing ${name}`);
    const count = Math.min(options.articles, most);
    const part = count < options.articles && `the first ${toCount(count)} articles`;
    const subject = [`${name} ${version}`, remark, part].filter(Boolean).join(', ');
    const packages = install(`${name}@${version}`, (how) => skip(`${subject}: could not be installed: ${how}`));
    if (packages === null) return [];
    return [{ rival, packages, count, series: { subject, rounds: [] }, isSlow: false }];
  });
}

/** Installs a package into a folder of its own, which is kept for the next run; null where npm fails. */
function install(name: string, fail: (how: string) => void): string | null {
  const folder = join(packageFolder(), 'node_modules', '.cache', 'galley-rivals', name.replace('/', '+'));
  const packages = join(folder, 'node_modules');
  // npm writes this file last.
  const isInstalled = (): boolean => existsSync(join(packages, '.package-lock.json'));
  if (isInstalled()) return packages;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--fetch-retries', '0', name];
  spawnSync('npm', args, { timeout: 300_000 });
  if (isInstalled()) return packages;
  fail(`npm ${args.join(' ')}`);
  return null;
}

/** Builds a project that was just written. The first round is checked, and counted only where the rival is slow. */
export async function runRival(entry: Entry, context: Context, content: string, round: number): Promise<void> {
  const { rival, packages, count, series } = entry;
  if (entry.isSlow) return;
  context.report(`round ${round} of ${context.options.rounds}, ${series.subject}`);
  const project = join(context.folder, 'rival');
  await writeFiles(project, rival.files);
  await symlink(packages, join(project, 'node_modules'));
  if (count === context.options.articles) await symlink(content, join(project, 'content'));
  else writeContent(join(project, 'content'), count, standardLength);
  const [command, ...args] = rival.command;
  const program = join(project, 'node_modules', '.bin', command);
  const env = { ASTRO_TELEMETRY_DISABLED: '1' };
  const { seconds } = await runProgram(process.execPath, [program, ...args], project, env);
  if (round === 0) {
    await checkArticles(series.subject, join(project, 'out'), count, rival.parts);
    entry.isSlow = seconds > 60;
    if (entry.isSlow) series.subject += ', run once';
  }
  if (round > 0 || entry.isSlow) series.rounds.push({ value: seconds });
  await rm(project, { recursive: true });
}
