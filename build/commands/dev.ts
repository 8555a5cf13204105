import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FSWatcher, watch } from 'chokidar';
import { UsageError } from '../../src/usage-error.ts';
import { type Config, configFile } from '../config.ts';
import { type Session, withSession } from '../session.ts';
import { sessionOptions } from './build.ts';
import { showProgress } from './progress.ts';
import { printReport } from './report.ts';
import { listen, logFaults, untilSignal } from './serve.ts';
import { toSite } from './site.ts';
import { printAddress } from './start.ts';

/** How long further files of one save are waited for, in milliseconds. */
const pause = 5;

/** A further change of a file goes unnoticed for so long after one, in milliseconds: it is looked at once more then. */
const blind = 60;

/**
 * `galley dev`: serves, and builds again whenever something in the content folder is saved. Errors leave what is served
 * as it was.
 */
export async function runDev(config: Config): Promise<0> {
  const { address, key, refresh, close } = await listen(config, logFaults);
  const progress = showProgress(process.stderr);
  try {
    const site = config.site ?? toSite(config.host, Number(new URL(address).port));
    await withSession(sessionOptions(config, site, progress?.update), async (session) => {
      const builds = buildInTurn(session, config, refresh);
      builds.ask(null);
      await builds.idle();
      progress?.end();
      const watchers = watchContent(config.content, builds.ask);
      printAddress(address, key);
      await untilSignal();
      await Promise.all(watchers.map((watcher) => watcher.close()));
      await builds.stop();
    });
  } finally {
    progress?.end();
    await close();
  }
  return 0;
}

/** What was saved: paths relative to the content folder; null where files have come or gone. */
type Changed = readonly string[] | null;

/** One build after the other; what is saved during one is in the next. */
function buildInTurn(
  session: Session,
  config: Config,
  refresh: () => Promise<void>,
): { ask(changed: Changed): void; idle(): Promise<void>; stop(): Promise<void> } {
  let asked: { changed: Changed } | null = null;
  let running = Promise.resolve();
  let told = '';
  let isStopped = false;
  return {
    ask(changed) {
      if (isStopped) return;
      if (asked === null) running = running.then(run);
      const before = asked === null ? [] : asked.changed;
      asked = { changed: before && changed && [...before, ...changed] };
    },
    idle: () => running,
    stop() {
      isStopped = true;
      return running;
    },
  };

  async function run(): Promise<void> {
    await sleep(pause);
    const changed = asked?.changed ?? undefined;
    asked = null;
    const started = performance.now();
    try {
      const moment = { now: Math.floor(Date.now() / 1000), durable: false };
      const result = await session.build(moment, changed);
      if (result.written !== null) await refresh();
      // A look that finds all as it was says nothing.
      const said = JSON.stringify([result.problems, result.written?.release]);
      if (said !== told) printReport(result, config, Math.round(performance.now() - started));
      told = said;
    } catch (error) {
      // A folder that is gone, a disk that is full: it goes on once that is mended.
      console.error(error instanceof UsageError ? error.message : error);
    }
  }
}

/** Asks for a build whenever a Markdown file or a picture is saved, comes or goes. */
function watchContent(content: string, ask: (changed: Changed) => void): FSWatcher[] {
  const root = realpathSync(content);
  const files = watch(root, {
    cwd: root,
    ignored: (path) => /(?:^|[\\/])(?:node_modules|\.[^\\/]+)(?:[\\/]|$)/.test(relative(root, path)),
    followSymlinks: false,
    ignoreInitial: true,
  });
  files.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    const changed = !/\.(?:md|markdown)$/i.test(path) ? [] : event === 'change' ? [path] : null;
    ask(changed);
    if (event === 'change') setTimeout(() => ask(changed), blind).unref();
  });
  // What was saved before each file was watched.
  files.on('ready', () => ask(null));
  const settings = watch(configFile, { ignoreInitial: true });
  settings.on('all', () => console.error(`${configFile} was changed: start galley dev again to use it.`));
  for (const watcher of [files, settings]) {
    watcher.on('error', (error) => console.error(`Not every change will be noticed: ${error}.`));
  }
  return [files, settings];
}
