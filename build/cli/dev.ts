import { join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopback, toSite } from '../../src/adapters/node/address.ts';
import type { NodeServerOptions } from '../../src/adapters/node.ts';
import { UsageError } from '../../src/usage-error.ts';
import { type Builder, withBuilder } from '../pipeline/builder.ts';
import type { BuildResult } from '../pipeline/options.ts';
import { createPreviewServer, type PreviewServer } from '../preview/preview-server.ts';
import { devPath } from '../preview/reply.ts';
import { checkOut } from '../release/disk/out-folder.ts';
import { leastKeep } from '../release/ledger/kept-entries.ts';
import { otherNames } from '../source/discover.ts';
import { markdownName } from '../source/source-file.ts';
import type { BuildFlags } from './build.ts';
import { toBuildOptions } from './build-options.ts';
import { clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Output } from './output.ts';
import { showProgress } from './progress.ts';
import { printReport, type ReportOptions } from './report.ts';
import { listen } from './serve.ts';
import { logProblems } from './server-log.ts';
import { configFile } from './setting-place.ts';
import { printAddress } from './start.ts';
import { untilSignal } from './until-signal.ts';
import { type FolderEvent, isThere, watchFolders } from './watch-folders.ts';

/** Milliseconds to wait for more files of the same save. */
const pause = 5;

/**
 * `galley dev`: serves, and builds again whenever something in the content folder is saved. Errors leave what is served
 * as it was, unless invalid files are skipped.
 */
export async function runDev(config: Config, { isAll, allowEmpty }: BuildFlags, output: Output): Promise<0> {
  checkOut(config.out);
  let page: PreviewServer | null = null;
  const handleFirst: NodeServerOptions['handleFirst'] = (request, response) => page?.answer(request, response) ?? false;
  const { address, key, refresh, close } = await listen({ ...config, metrics: null }, logProblems(output), output, {
    handleFirst,
  });
  const progress = showProgress(output.stderr);
  try {
    const site = config.site ?? toSite(config.host, Number(new URL(address).port));
    const options = { ...toBuildOptions(config, site, progress?.update), allowEmpty, keep: leastKeep };
    const shown = createPreviewServer({ ...options, editor: config.editor, onFault: output.printError });
    page = shown;
    await withBuilder(options, async (builder) => {
      const builds = buildInTurn(builder, config, output, {
        async onBuilt({ problems }) {
          await refresh();
          watched.update(builder);
          shown.update(builder.files(), problems);
        },
        onFault: shown.fail,
        isAll,
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

/** Paths that were saved, relative to the content folder; null where files were added or removed. */
type Changed = readonly string[] | null;

/** Runs one build at a time; what is saved during one is part of the next. */
function buildInTurn(
  builder: Builder,
  config: Config,
  output: Output,
  {
    onBuilt,
    onFault,
    isAll,
  }: { onBuilt(result: BuildResult): Promise<void>; onFault(reason: string): void } & ReportOptions,
): { ask(changed: Changed): void; idle(): Promise<void>; stop(): Promise<void> } {
  let asked: { changed: Changed } | null = null;
  let running = Promise.resolve();
  let reported = '';
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
      const moment = { now: clock(), write: 'quick' as const, clock };
      const result = await builder.build(moment, changed);
      await onBuilt(result);
      // Nothing is printed where the outcome is the same.
      const report = JSON.stringify([result.problems, result.written?.release]);
      if (report !== reported) printReport(result, config, Math.round(performance.now() - started), { isAll }, output);
      reported = report;
    } catch (error) {
      // Such as a missing folder or a full disk: the next build may succeed.
      output.printError(error instanceof UsageError ? error.message : error);
      onFault(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Prints the address of the page, which exists only where the host is this machine. */
function printPage(host: string, address: string, output: Output): void {
  const { port } = new URL(address);
  const site = toSite(host, Number(port));
  if (isLoopback(new URL(site).hostname)) output.print(`  see what you write: ${site}${devPath}\n`);
  else output.print(`  the page that shows drafts is for this machine alone: there is none with --host ${host}\n`);
}

/** Asks for a build whenever a Markdown file or a picture is saved, added or removed. Call `update` after each build. */
function watchContent(
  content: string,
  ask: (changed: Changed) => void,
  output: Output,
): { update(builder: Builder): void; close(): void } {
  const onFault = (error: unknown): void => output.printError(`Not every change will be noticed: ${error}.`);
  const folders = watchFolders((event) => {
    const changed = toChanged(content, event);
    if (changed !== undefined) ask(changed);
  }, onFault);
  const settings = watchFolders(({ name }) => {
    if (name === configFile) output.printError(`${configFile} was changed: start galley dev again to use it.`);
  }, onFault);
  settings.update(['.']);
  return {
    update(builder) {
      // Something may have been saved before its folder was watched.
      if (folders.update(builder.folders().map((path) => join(content, path)))) ask(null);
    },
    close() {
      folders.close();
      settings.close();
    },
  };
}

/** Undefined where no build is needed. */
function toChanged(content: string, { folder, name, kind }: FolderEvent): Changed | undefined {
  if (name === null) return null;
  if (name.startsWith('.') || name === 'node_modules') return undefined;
  if (otherNames.test(name)) return null;
  if (!markdownName.test(name)) {
    return isThere(folder, name) === 'file' ? [] : null;
  }
  // Editors replace a file by another of the same name: that is a change. A name that is gone needs a new listing.
  if (kind === 'rename' && isThere(folder, name) !== 'file') return null;
  return [relative(content, join(folder, name)).replaceAll(sep, '/')];
}
