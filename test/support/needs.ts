import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../build/package/package.ts';
import { isQuick } from './amount.ts';

/**
 * Whether something that only some machines have is here. Where it is not, the tests that need it are skipped, and
 * the run says so at its end; with `CI` set it is an error, since there nothing may be skipped.
 */
export function has(what: string, isHere: boolean): boolean {
  if (isHere) return true;
  if (process.env.CI) throw new Error(`${what} is needed here, and is not there.`);
  if (process.env.GALLEY_SKIPPED) appendFileSync(process.env.GALLEY_SKIPPED, `${what}\n`);
  return false;
}

/** The same of what no test of `npm test` needs, which says so in one line for all of them. */
export function hasForAll(what: string, isHere: boolean): boolean {
  return isQuick ? isHere : has(what, isHere);
}

const debianPackages: Record<string, string> = {
  python3: 'python3',
  apache2: 'apache2-bin',
  php: 'php-cli',
  varnishd: 'varnish',
  'systemd-analyze': 'systemd',
};

export function hasCommand(command: string, version = '--version'): boolean {
  const install = `apt-get install ${debianPackages[command] ?? command}`;
  return hasForAll(`the command ${command} (${install})`, spawnSync(command, [version]).status === 0);
}

/** The folder of real articles, from `GALLEY_CORPORA`. */
export function corporaFolder(): string | null {
  const folder = process.env.GALLEY_CORPORA ?? '';
  return hasForAll('real articles (a folder named by GALLEY_CORPORA)', folder !== '' && existsSync(folder))
    ? folder
    : null;
}

/** Tools that CI alone installs. */
export const outside = join(packageFolder(), 'test', 'outside');

/** Whether a package of `test/outside` is installed. */
export function hasOutside(name: string): boolean {
  const isHere = existsSync(join(outside, 'node_modules', name, 'package.json'));
  return hasForAll(`${name} (npm ci --ignore-scripts --prefix test/outside)`, isHere);
}

/** The folder that `.ci/fetch-xss-vectors` filled, from `GALLEY_XSS_VECTORS`. */
export function vectorsFolder(): string | null {
  const folder = process.env.GALLEY_XSS_VECTORS ?? '';
  const what = 'public XSS vectors (a folder named by GALLEY_XSS_VECTORS, which .ci/fetch-xss-vectors fills)';
  return hasForAll(what, folder !== '' && existsSync(folder)) ? folder : null;
}

/** Platforms that CI alone installs, on which the conformance suite runs the adapters. */
export const runtimes = join(packageFolder(), 'test', 'runtimes');

const programs = {
  bun: [
    '@oven/bun-linux-x64-baseline/bin/bun',
    '@oven/bun-linux-aarch64/bin/bun',
    '@oven/bun-darwin-aarch64/bin/bun',
    '@oven/bun-darwin-x64-baseline/bin/bun',
  ],
  deno: ['@deno/linux-x64-glibc/deno'],
  workerd: ['linux-64', 'linux-arm64', 'darwin-arm64', 'darwin-64'].map(
    (name) => `@cloudflare/workerd-${name}/bin/workerd`,
  ),
  wrangler: ['wrangler/bin/wrangler.js'],
};

/** The program of a platform in `test/runtimes`; null where it is not installed. wrangler's is a script for Node. */
export function findRuntime(name: keyof typeof programs): string | null {
  const paths = programs[name].map((path) => join(runtimes, 'node_modules', path));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** Why a platform of `test/runtimes` is missing; null where it is installed. */
export function missingRuntime(name: keyof typeof programs): string | null {
  return findRuntime(name) === null ? `${name} (npm ci --ignore-scripts --prefix test/runtimes)` : null;
}
