import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Report } from './finding.ts';
import type { Setting, WranglerFile } from './wrangler-file.ts';

/** Since then a promise that another request resolves goes on in the request that waits for it. */
const oldestDate = '2024-10-14';

/**
 * Reports what is wrong with an environment, and what of it would answer without the Worker. `assets` is the folder of its
 * static assets, absolute; null where it has none.
 */
export function judgeSettings(
  { path, find: findIn }: WranglerFile,
  environment: string | null,
  report: Report,
): { assets: string | null } {
  const find = (...names: string[]): Setting => findIn(environment, names);
  const folder = dirname(resolve(path));
  const pages = find('pages_build_output_dir');
  if (pages.value !== undefined) {
    report(
      'pages_build_output_dir makes this a project of Pages, which serves files before any code runs, so to callers without a key. Expected a Worker: galley init cloudflare writes one.',
      pages,
    );
  }
  const main = find('main');
  if (typeof main.value !== 'string') {
    report(
      'main: found nothing. Expected the file of the Worker, such as "src/worker.ts". Without it all files are served to everybody.',
      main,
    );
  } else if (!existsSync(resolve(folder, main.value))) {
    report(
      `main: found ${JSON.stringify(main.value)}, which is not there. Expected the file of the Worker. galley init cloudflare writes one.`,
      main,
    );
  }
  judgeDate(find('compatibility_date'), report);
  judgeCaches(find, report);
  judgeLimiters(find('ratelimits'), report);
  judgeOldAssets(find, report);
  const { value: assets } = find('assets');
  const buckets = find('r2_buckets').children.size;
  if (assets === undefined && buckets === 0) {
    report(
      'Found neither assets nor r2_buckets. Expected where the release is: assets with directory, binding and run_worker_first, or a bucket.',
      find('assets'),
    );
  }
  if (assets === undefined) return { assets: null };
  judgeAssets(find, report);
  const directory = find('assets', 'directory');
  if (typeof directory.value === 'string') return { assets: resolve(folder, directory.value) };
  report(
    'assets.directory: found nothing. Expected the folder that galley build writes, such as "./public".',
    directory,
  );
  return { assets: null };
}

/** What served files in front of a Worker, or beside it, before there was `assets`. */
function judgeOldAssets(find: Find, report: Report): void {
  const assets = find('assets');
  const old: [string, Setting][] = [
    ['site', find('site')],
    ['legacy_assets', find('legacy_assets')],
    ['assets.experimental_serve_directly', find('assets', 'experimental_serve_directly')],
    ['assets', { ...assets, value: typeof assets.value === 'string' ? assets.value : undefined }],
  ];
  for (const [name, setting] of old) {
    if (setting.value === undefined) continue;
    report(
      `${name}: found ${show(setting.value)}, an old way of serving files, which asks for no key. Expected assets with directory, binding and "run_worker_first": true. Take it out; galley init cloudflare writes what to put there.`,
      setting,
    );
  }
}

type Find = (...names: string[]) => Setting;

function judgeAssets(find: Find, report: Report): void {
  const first = find('assets', 'run_worker_first');
  if (first.value !== true) {
    report(`assets.run_worker_first: found ${show(first.value)}. Expected true. ${toLeak(first.value)}`, first);
  }
  const binding = find('assets', 'binding');
  if (typeof binding.value !== 'string' || binding.value === '') {
    report('assets.binding: found nothing. Expected "ASSETS": without it the Worker cannot read the release.', binding);
  }
  const html = find('assets', 'html_handling');
  if (html.value !== 'none') {
    report(
      `assets.html_handling: found ${show(html.value)}. Expected "none": otherwise index.html is a redirect, which the Worker refuses to take for the page.`,
      html,
    );
  }
  const absent = find('assets', 'not_found_handling');
  if (absent.value !== undefined && absent.value !== 'none') {
    report(
      `assets.not_found_handling: found ${show(absent.value)}. Expected "none", or nothing: otherwise a page comes in the place of a file that is not there.`,
      absent,
    );
  }
}

/** What a list of paths leaves to the assets. */
function toLeak(value: unknown): string {
  if (!Array.isArray(value)) return 'Otherwise every file, and so every article, is served to callers without a key.';
  const isLeft = (path: string): boolean =>
    !value.some((rule) => matches(rule, path)) ||
    value.some((rule) => String(rule).startsWith('!') && matches(String(rule).slice(1), path));
  if (isLeft('/api/v1/pages/0.json'))
    return 'This list leaves files below /api to the assets, which serve them to callers without a key.';
  if (isLeft('/media/picture.png'))
    return 'This list leaves /media to the assets, which serve pictures of articles that are not yet due.';
  return 'This list leaves some paths to the assets, which send other headers than the Worker, and no key is asked for.';
}

/** Rules are paths, with `*` for anything. */
function matches(rule: unknown, path: string): boolean {
  const parts = String(rule)
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(path);
}

function judgeDate(date: Setting, report: Report): void {
  if (typeof date.value === 'string' && /^\d{4}-\d\d-\d\d$/.test(date.value) && date.value >= oldestDate) return;
  report(
    `compatibility_date: found ${show(date.value)}. Expected a date from ${oldestDate} on, such as that of the day on which the Worker was written: before that, two requests that wait for the same thing can stall each other.`,
    date,
  );
}

/** Workers Cache answers before the Worker runs. */
function judgeCaches(find: Find, report: Report): void {
  const reason = 'It answers in front of the Worker, which alone checks the key. Take it out; the Worker needs none.';
  const cache = find('cache', 'enabled');
  const isOn = cache.value !== undefined && cache.value !== false;
  if (isOn)
    report(
      `cache.enabled: found ${show(cache.value)}, which turns Workers Cache on. Expected false, or nothing. ${reason}`,
      cache,
    );
  for (const [name, entry] of find('exports').children) {
    const own = entry.children.get('cache')?.children.get('enabled');
    if (own !== undefined && own.value !== false)
      report(`exports.${name}.cache.enabled: found ${show(own.value)}. Expected false, or nothing. ${reason}`, own);
  }
}

/** The platform takes two periods. */
function judgeLimiters(limiters: Setting, report: Report): void {
  const own = [...limiters.children.values()].find((each) => each.children.get('name')?.value === 'RATE_LIMITER');
  const period = own?.children.get('simple')?.children.get('period');
  if (own === undefined || period?.value === 10 || period?.value === 60) return;
  report(
    `ratelimits: found a period of ${show(period?.value)} for RATE_LIMITER. Expected simple.period of 10 or 60 seconds.`,
    period ?? own,
  );
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
