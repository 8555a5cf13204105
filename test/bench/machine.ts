import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { readPackage } from '../../build/package.ts';

/** What a run depends on. A version is null where the program is not installed. */
export interface Machine {
  cores: number;
  cpu: string;
  load: number;
  galley: string;
  node: string;
  nginx: { command: string; version: string } | null;
  sirv: string;
  wrk: string | null;
}

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    cores: processors.length,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    load: loadavg()[0] ?? 0,
    galley: readPackage().version,
    node: process.versions.node,
    nginx: findNginx(),
    sirv: versionOfPackage('sirv'),
    wrk: versionOf('wrk', '-v', /wrk (?:debian\/)?(\S+)/),
  };
}

/** Debian leaves /usr/sbin out of the path of ordinary users. */
function findNginx(): Machine['nginx'] {
  for (const command of ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx']) {
    const version = versionOf(command, '-v', /nginx\/(\S+)/);
    if (version !== null) return { command, version };
  }
  return null;
}

/** Found in what the program prints, whatever its exit code: `wrk -v` ends with 1. */
function versionOf(command: string, flag: string, pattern: RegExp): string | null {
  const { error, stdout, stderr } = spawnSync(command, [flag], { encoding: 'utf8' });
  if (error !== undefined) return null;
  return pattern.exec(stdout + stderr)?.[1] ?? 'of unknown version';
}

function versionOfPackage(name: string): string {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
