import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { readPackage } from '../../build/package/package.ts';

/** What a run depends on. A version is null where the program is not installed. */
export interface Machine {
  cores: number;
  cpu: string;
  /** Of one minute, at the start. */
  load: number;
  galley: string;
  node: string;
  marked: string;
  wrk: Program | null;
  nginx: Program | null;
  hugo: Program | null;
}

export interface Program {
  command: string;
  version: string;
}

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    cores: processors.length,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    load: loadavg()[0] ?? 0,
    galley: readPackage().version,
    node: process.versions.node,
    marked: versionOfPackage('marked'),
    wrk: find(['wrk'], '-v', /wrk (?:debian\/)?(\S+)/),
    // Debian leaves /usr/sbin out of the path of ordinary users.
    nginx: find(['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx'], '-v', /nginx\/(\S+)/),
    hugo: find(['hugo'], 'version', /hugo v([\d.]+)/),
  };
}

/** The first that is there. Its version is looked for whatever the exit code: `wrk -v` ends with 1. */
function find(commands: string[], flag: string, pattern: RegExp): Program | null {
  for (const command of commands) {
    const { error, stdout, stderr } = spawnSync(command, [flag], { encoding: 'utf8' });
    if (error === undefined) return { command, version: pattern.exec(stdout + stderr)?.[1] ?? 'of unknown version' };
  }
  return null;
}

function versionOfPackage(name: string): string {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
