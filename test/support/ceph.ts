import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { hasForAll } from './needs.ts';
import { type AtEnd, makeFolder } from './server.ts';
import { type Child, kill, makeBucket, run, startStore, type TestStore } from './test-store.ts';

/** Whether Ceph with its S3 interface is installed: Debian's packages ceph-mon, ceph-osd, ceph-common and radosgw. */
export function hasCeph(): boolean {
  const isHere = ['ceph-mon', 'ceph-osd', 'ceph', 'radosgw'].every((name) => existsSync(`/usr/bin/${name}`));
  return hasForAll('Ceph (Debian: ceph-mon, ceph-osd, ceph-common, radosgw)', isHere);
}

/**
 * Starts a Ceph of one monitor, one device in memory, and radosgw with one user, on loopback and without keys among themselves. It has
 * one empty bucket.
 */
export function startCeph(atEnd: AtEnd = onTestFinished): Promise<TestStore> {
  return startStore('Ceph', () => tryToStart(atEnd));
}

async function tryToStart(atEnd: AtEnd): Promise<TestStore | null> {
  const folder = await makeFolder(atEnd);
  const [monitor, gateway] = [await freePort(), await freePort()];
  const [mon, osd, conf] = ['mon', 'osd', 'ceph.conf'].map((name) => join(folder, name)) as [string, string, string];
  await Promise.all([mkdir(mon), mkdir(osd)]);
  const [fsid, address] = [randomUUID(), `[v2:127.0.0.1:${monitor}]`];
  const settings = {
    ...{ fsid, 'mon host': address, 'public network': '127.0.0.0/8' },
    ...{ 'mon data': mon, 'osd data': osd, 'rgw data': folder, 'run dir': folder },
    ...{ 'log file': '', 'mon cluster log file': '', 'admin socket': '', 'pid file': '' },
    ...{ 'auth cluster required': 'none', 'auth service required': 'none', 'auth client required': 'none' },
    // radosgw would otherwise encrypt, which needs keys.
    'ms mon client mode': 'crc',
    'osd objectstore': 'memstore',
    ...{ 'osd pool default size': 1, 'mon allow pool size one': true, 'osd pool default pg num': 1 },
    // There is no manager to ask, and a full disk is not its own.
    ...{ 'osd pool default pg autoscale mode': 'off', 'mon data avail crit': 0 },
    // It otherwise waits a second before each change of its maps.
    'paxos propose interval': 0.01,
    'rgw frontends': `beast endpoint=127.0.0.1:${gateway}`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(conf, `[global]\n${lines.join('\n')}\n`);
  const children: Child[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(children.map(kill)));
  atEnd(stop);
  const start = (command: string, ...options: string[]) => children.push(run(command, ['-c', conf, '-f', ...options]));
  const call = (command: string, ...options: string[]) =>
    promisify(execFile)('timeout', ['20', command, '-c', conf, ...options]);
  const store = {
    endpoint: `http://127.0.0.1:${gateway}`,
    region: 'us-east-1',
    bucket: 'articles',
    credentials: { accessKeyId: 'tester', secretAccessKey: 'testing' },
  };
  const keys = ['--access-key', store.credentials.accessKeyId, '--secret-key', store.credentials.secretAccessKey];
  try {
    const map = join(folder, 'monmap');
    await call('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', address, map);
    await call('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
    start('ceph-mon', '-i', 'a');
    await call('ceph', 'osd', 'new', fsid);
    await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', fsid);
    start('ceph-osd', '-i', '0');
    // Before radosgw, since both would make the zone.
    await call('radosgw-admin', 'user', 'create', '--uid', 'tester', '--display-name', 'Tester', ...keys);
    start('radosgw', '-n', 'client.rgw');
    if (await makeBucket(store, children)) return { ...store, stop };
  } catch (error) {
    console.error(error);
  }
  await stop();
  return null;
}
