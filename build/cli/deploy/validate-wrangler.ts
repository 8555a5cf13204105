import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isKeysVariable } from '../../../src/keys/keys-env.ts';
import type { Setting, WranglerFile } from './wrangler-file.ts';

/** What would leak or fail. */
export interface Finding {
  file: string;
  /** Null where it is about the file as a whole. */
  line: number | null;
  column: number | null;
  severity: 'error' | 'warning';
  /** What was found, what is expected, how to fix it. */
  message: string;
}

/** Reports what is wrong with a file, and where in it. */
export type Report = (
  file: string,
  message: string,
  at?: { line: number; column: number } | null,
  severity?: Finding['severity'],
) => void;

/** Adds what is reported to a list; the same finding only once. */
export function reportTo(findings: Finding[]): Report {
  return (file, message, at = null, severity = 'error') => {
    const finding = { file, line: at?.line ?? null, column: at?.column ?? null, severity, message };
    const text = JSON.stringify(finding);
    if (!findings.some((other) => JSON.stringify(other) === text)) findings.push(finding);
  };
}

/** `wrangler.jsonc:12:5 error …`. */
export function toFindingLine({ file, line, column, severity, message }: Finding): string {
  return `${line === null ? file : `${file}:${line}:${column}`} ${severity} ${message}`;
}

/** What a setting must be. */
interface Rule {
  name: string;
  isRight(value: unknown): boolean;
  /** What is expected, why, and how to fix it. */
  expected: string;
}

/** Since then a promise that another request resolves goes on in the request that waits for it. */
const minDate = '2024-10-14';

const isAbsent = (value: unknown): boolean => value === undefined;
const isOff = (value: unknown): boolean => value === undefined || value === false;
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const cacheReason =
  'Expected false, or nothing: the cache responds before the Worker, but only the Worker checks the key. Remove it.';
const oldAssets =
  'an old way to serve files without a key. Expected assets with directory, binding and "run_worker_first": true. ' +
  'Remove it. galley init cloudflare writes the new settings.';

const rules: readonly Rule[] = [
  {
    name: 'pages_build_output_dir',
    isRight: isAbsent,
    expected:
      'Expected nothing: with it, this is a project of Pages. Pages serves files before any code runs, without a key. ' +
      'galley init cloudflare writes a Worker.',
  },
  {
    name: 'main',
    isRight: isText,
    expected: 'Expected the file of the Worker, such as "src/worker.ts". Without it, everybody gets all files.',
  },
  {
    name: 'compatibility_date',
    isRight: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value >= minDate,
    expected:
      `Expected a date from ${minDate} on, such as today. With an earlier date, two requests that wait for the same thing ` +
      'can block each other.',
  },
  { name: 'cache.enabled', isRight: isOff, expected: `It turns Workers Cache on. ${cacheReason}` },
];

/** Rules where there are static assets. */
const assetRules: readonly Rule[] = [
  {
    name: 'assets.binding',
    isRight: isText,
    expected: 'Expected "ASSETS": without it the Worker cannot read the release.',
  },
  {
    name: 'assets.html_handling',
    isRight: (value) => value === 'none',
    expected: 'Expected "none": otherwise index.html becomes a redirect, and the Worker cannot serve the page.',
  },
  {
    name: 'assets.not_found_handling',
    isRight: (value) => value === undefined || value === 'none',
    expected: 'Expected "none", or nothing: otherwise a page is served in place of a missing file.',
  },
  {
    name: 'assets.directory',
    isRight: isText,
    expected: 'Expected the folder that galley build writes, such as "./public".',
  },
];

/**
 * Reports what is wrong with an environment: what of it would respond without the Worker, what would fail, and keys that everybody can
 * read. Returns the folder of its static assets, absolute; null where it has none.
 */
export function validateWrangler(
  { path, find: findIn }: WranglerFile,
  environment: string | null,
  report: Report,
): string | null {
  const find = (name: string): Setting => findIn(environment, name.split('.'));
  const folder = dirname(resolve(path));
  const complain = (name: string, setting: Setting, expected: string): void =>
    report(path, `${name}: found ${show(setting.value)}${/^[a-z]/.test(expected) ? ', ' : '. '}${expected}`, setting);
  const obey = ({ name, isRight, expected }: Rule): void => {
    const setting = find(name);
    if (!isRight(setting.value)) complain(name, setting, expected);
  };
  for (const rule of rules) obey(rule);
  const main = find('main');
  if (typeof main.value === 'string' && !existsSync(resolve(folder, main.value)))
    complain('main', main, 'which does not exist. Expected the file of the Worker. galley init cloudflare writes one.');
  for (const [name, entry] of find('exports').children) {
    const own = entry.children.get('cache')?.children.get('enabled');
    if (own !== undefined && !isOff(own.value)) complain(`exports.${name}.cache.enabled`, own, cacheReason);
  }
  validateLimiter(find('ratelimits'), complain);
  const assets = find('assets');
  const isOld = typeof assets.value === 'string';
  for (const name of ['site', 'legacy_assets', 'assets.experimental_serve_directly', ...(isOld ? ['assets'] : [])])
    obey({ name, isRight: isAbsent, expected: oldAssets });
  if (isAbsent(assets.value) && find('r2_buckets').children.size === 0)
    report(
      path,
      'Found neither assets nor r2_buckets. Expected the place of the release: assets with directory, binding and run_worker_first, or a bucket.',
      assets,
    );
  const first = find('assets.run_worker_first');
  if (!isAbsent(assets.value)) {
    if (first.value !== true) complain('assets.run_worker_first', first, `Expected true. ${toLeak(first.value)}`);
    for (const rule of assetRules) obey(rule);
  }
  validateKeys(find, path, report);
  const { value: directory } = find('assets.directory');
  return typeof directory === 'string' ? resolve(folder, directory) : null;
}

/** Keys must be secrets, and wrangler must refuse to deploy without any. */
function validateKeys(find: (name: string) => Setting, path: string, report: Report): void {
  for (const [name, at] of find('vars').children) {
    if (isKeysVariable(name))
      report(
        path,
        `vars.${name}: found keys in the configuration, where everybody can read them. Expected a secret. Remove this, and run npx galley deploy keys cloudflare | npx wrangler secret bulk`,
        at,
      );
  }
  const required = find('secrets.required');
  if (Array.isArray(required.value) && required.value.includes('GALLEY_KEYS')) return;
  report(
    path,
    'secrets.required: found no GALLEY_KEYS. Expected "secrets": {"required": ["GALLEY_KEYS"]}, so that wrangler refuses to deploy a Worker without keys.',
    required,
  );
}

/** The platform takes two periods. */
function validateLimiter(limiters: Setting, complain: (name: string, at: Setting, expected: string) => void): void {
  const own = [...limiters.children.values()].find((each) => each.children.get('name')?.value === 'RATE_LIMITER');
  const period = own?.children.get('simple')?.children.get('period');
  if (own === undefined || period?.value === 10 || period?.value === 60) return;
  const at = period ?? { ...own, value: undefined };
  complain('ratelimits', at, 'Expected simple.period of 10 or 60 seconds for RATE_LIMITER.');
}

/** What a list of paths leaves to the assets. */
function toLeak(value: unknown): string {
  if (!Array.isArray(value)) return 'Otherwise everybody gets every file, and so every article, without a key.';
  const isLeft = (path: string): boolean =>
    !value.some((rule) => matches(rule, path)) ||
    value.some((rule) => String(rule).startsWith('!') && matches(String(rule).slice(1), path));
  if (isLeft('/api/v1/pages/0.json')) return 'With this list, the assets serve files below /api without a key.';
  if (isLeft('/media/image.png'))
    return 'With this list, the assets serve images of articles that are not yet published.';
  return 'With this list, the assets serve some paths without a key, and with other headers than the Worker.';
}

/** Rules are paths, with `*` for anything. */
function matches(rule: unknown, path: string): boolean {
  const parts = String(rule)
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(path);
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
