import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopback, toSite } from '../../src/adapters/node/address.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { UsageError } from '../../src/usage-error.ts';
import { type Builder, withBuilder } from '../pipeline/builder.ts';
import type { BuildResult } from '../pipeline/options.ts';
import { createPreviewServer, type PreviewServer } from '../preview/preview-server.ts';
import { devPath } from '../preview/reply.ts';
import type { Problem } from '../problems/problem.ts';
import { checkOut } from '../release/disk/out-folder.ts';
import { leastKeep } from '../release/ledger/kept-entries.ts';
import type { BuildFlags } from './build.ts';
import { cacheFolder, toBuildOptions } from './build-options.ts';
import { clock } from './figures.ts';
import { listen, printAddress } from './listen.ts';
import type { Output } from './output.ts';
import { showProgress } from './output.ts';
import { printReport } from './report.ts';
import { logProblems } from './server-log.ts';
import type { Config } from './settings.ts';
import { untilSignal } from './signals.ts';
import { type Changed, watchContent } from './watch-content.ts';

/** Milliseconds to wait for more files of the same save. */
const pause = 5;

/** What only the author sees is in a folder of its own, below that of the cache: `out` stays as the last build left it. */
const devFolder = join(cacheFolder, 'dev');

/**
 * `galley dev`: serves, and builds again whenever something in the content folder is saved. The article of an invalid
 * file is the one that readers have.
 */
export async function runDev(
  given: Config,
  { all = false, allowEmpty = false }: BuildFlags,
  output: Output,
): Promise<0> {
  checkOut(given.out);
  const config = { ...given, out: devFolder };
  const published = { storage: diskStorage(join(given.out, 'api', 'v1')) };
  let page: PreviewServer | null = null;
  const { address, key, refresh, close } = await listen({ ...config, metrics: null }, logProblems(output), output, {
    handleFirst: (request, response) => page?.respond(request, response) ?? false,
  });
  const progress = showProgress(output.stderr);
  try {
    const site = config.site ?? toSite(config.host, Number(new URL(address).port));
    const own = { allowEmpty, keep: leastKeep, published };
    const options = { ...toBuildOptions(config, site, progress?.update), ...own };
    const shown = createPreviewServer({ ...options, editor: config.editor, onError: output.printError });
    page = shown;
    await withBuilder(options, async (builder) => {
      const builds = buildInTurn(builder, {
        async onBuilt({ problems }) {
          await refresh();
          watched.update(builder);
          shown.update(builder.files(), problems);
        },
        onChanged: (result, fresh, milliseconds) =>
          // Readers see nothing of it: what a publish changes for them says `galley diff`.
          printReport({ ...result, changes: null }, config, milliseconds, all, output, all ? result.problems : fresh),
        onError(error) {
          output.printError(error instanceof UsageError ? error.message : error);
          shown.fail(error instanceof Error ? error.message : String(error));
        },
      });
      const watched = watchContent(config.content.root, builds.ask, output);
      builds.ask(null);
      await builds.idle();
      progress?.end();
      printAddress(address, key, output);
      printPage(config.host, address, output);
      await untilSignal();
      // A running build still adds folders to watch.
      await builds.stop();
      watched.close();
    });
  } finally {
    progress?.end();
    await close();
  }
  return 0;
}

interface BuildEvents {
  onBuilt(result: BuildResult): Promise<void>;
  /**
   * Called where the outcome is another than that of the build before. `fresh`: the problems that the build before did not
   * have, and those of the files that were saved.
   */
  onChanged(result: BuildResult, fresh: readonly Problem[], milliseconds: number): void;
  /** Such as for a missing folder or a full disk: the next build may succeed. */
  onError(error: unknown): void;
}

/** Runs one build at a time; what is saved during one is part of the next. */
function buildInTurn(
  builder: Builder,
  { onBuilt, onChanged, onError }: BuildEvents,
): { ask(changed: Changed): void; idle(): Promise<void>; stop(): Promise<void> } {
  let asked: { changed: Changed } | null = null;
  let running = Promise.resolve();
  let reported = '';
  let known = new Set<string>();
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
      const result = await builder.build({ now: clock(), write: 'quick', clock }, changed);
      const problems = result.problems.map((problem) => JSON.stringify(problem));
      const fresh = result.problems.filter(
        ({ path }, index) => changed?.includes(path) || !known.has(problems[index] ?? ''),
      );
      known = new Set(problems);
      await onBuilt(result);
      const report = JSON.stringify([problems, result.written?.release]);
      if (report !== reported) onChanged(result, fresh, Math.round(performance.now() - started));
      reported = report;
    } catch (error) {
      onError(error);
    }
  }
}

/** Prints the address of the page, which exists only where the host is this machine. */
function printPage(host: string, address: string, output: Output): void {
  const site = toSite(host, Number(new URL(address).port));
  if (isLoopback(new URL(site).hostname)) output.print(`  see what you write: ${site}${devPath}\n`);
  else output.print(`  with --host ${host} there is no page that shows drafts: it is only for this machine\n`);
}
