import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from '../child.ts';
import { cli, galleyOut, site } from '../galley.ts';
import { memoryOf } from '../memory.ts';
import { toSeconds } from './to-seconds.ts';

/** What a build of one file took. */
export interface FileBuild {
  /** Bytes of the file. */
  size: number;
  /** Of a processor, start of Node included: much the same whatever else the machine does. */
  seconds: number;
  /** Bytes resident at the most. */
  peak: number;
  /** Bytes of the article as readers get it; 0 where there is none. */
  output: number;
  /** Bytes on the terminal. */
  printed: number;
  /** How many problems were printed, by their codes. */
  problems: Record<string, number>;
  /** `stopped`: passed the limits by so much that it was not waited for. */
  end: 'article' | 'problem' | 'crash' | 'stopped';
}

/** What a build may take before it is stopped. */
export interface Most {
  seconds: number;
  peak: number;
}

/** Builds a content folder of one file in a process of its own, as users run it. `folder` is made and removed. */
export async function buildFile(folder: string, text: string, most: Most, file = 'a.md'): Promise<FileBuild> {
  await mkdir(join(folder, 'content'), { recursive: true });
  await writeFile(join(folder, 'content', file), text);
  const usageFile = join(folder, 'usage.json');
  const args = ['--import', new URL('./report-usage.js', import.meta.url).href, cli];
  args.push('build', '--content', 'content', '--out', galleyOut(folder), '--site', site);
  const child = startChild(process.execPath, args, { cwd: folder, env: { GALLEY_USAGE: usageFile, NO_COLOR: '1' } });
  const seen = { seconds: 0, peak: 0 };
  let isStopped = false;
  const timer = setInterval(async () => {
    seen.seconds = Math.max(seen.seconds, await readSeconds(child.pid));
    seen.peak = Math.max(seen.peak, memoryOf(child.pid).peak);
    if (isStopped || (seen.seconds < most.seconds && seen.peak < most.peak)) return;
    isStopped = true;
    process.kill(child.pid, 'SIGKILL');
  }, 100);
  const { code, output, errors } = await child.untilClosed();
  clearInterval(timer);
  const usage = isStopped ? seen : ((await readJson(usageFile)) as typeof seen | null);
  const article = await sizeOfArticle(galleyOut(folder));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const problems = countProblems(errors);
  const isRefused = code === 1 && /^\d.* Markdown file/m.test(output);
  return {
    size: Buffer.byteLength(text),
    ...(usage ?? seen),
    output: article,
    printed: Buffer.byteLength(output) + Buffer.byteLength(errors),
    problems,
    end: isStopped ? 'stopped' : code === 0 ? 'article' : isRefused ? 'problem' : 'crash',
  };
}

function countProblems(output: string): Record<string, number> {
  const problems: Record<string, number> = {};
  for (const [, code = ''] of output.matchAll(/^\S.* {2}(?:error|warning) {2}([a-z-]+)$/gm)) {
    problems[code] = (problems[code] ?? 0) + 1;
  }
  return problems;
}

/** Of its first thread: those that collect garbage beside it wait busily where other programs want the processors. */
async function readSeconds(pid: number): Promise<number> {
  return toSeconds(await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8').catch(() => ''));
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));
}

async function sizeOfArticle(out: string): Promise<number> {
  const folder = join(out, 'api', 'v1', 'articles');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => stat(join(folder, name))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
