import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { hasForAll } from './needs.ts';
import { type AtEnd, makeFolder } from './server.ts';
import { kill, makeBucket, run, startStore, type TestStore } from './test-store.ts';

const services = ['account', 'container', 'object'] as const;
const commands = [...services, 'proxy'].map((name) => `/usr/bin/swift-${name}-server`);

/** Whether OpenStack Swift is installed: Debian's packages swift-proxy, swift-account, swift-container, swift-object and memcached. */
export function hasSwift(): boolean {
  return hasForAll(swiftPackages, isSwiftHere());
}

/** What has to be installed. */
export const swiftPackages =
  'OpenStack Swift (Debian: swift-proxy, swift-account, swift-container, swift-object, memcached)';

export function isSwiftHere(): boolean {
  return [...commands, '/usr/bin/memcached'].every((file) => existsSync(file));
}

/** Debian's Python, for which Swift is installed: one process, since each start of it takes half a second. */
const makeRings = `
import sys
from swift.common.ring import RingBuilder
for name, port in zip(sys.argv[2::2], sys.argv[3::2]):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1.0})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (sys.argv[1], name))
`;

export interface SwiftStore extends TestStore {
  /** Where it keeps everything. */
  folder: string;
}

/**
 * Starts OpenStack Swift with its S3 interface and signatures on loopback, with one device in a temporary folder and one empty
 * bucket.
 */
export function startSwift(atEnd: AtEnd = onTestFinished): Promise<SwiftStore> {
  return startStore('Swift', () => tryToStart(atEnd));
}

async function tryToStart(atEnd: AtEnd): Promise<SwiftStore | null> {
  const folder = await makeFolder(atEnd);
  const ports = await Promise.all(Array.from({ length: 5 }, freePort));
  const [proxy = 0, cache = 0, ...others] = ports;
  await mkdir(join(folder, 'disk', 'd1'), { recursive: true });
  const rings = services.flatMap((name, i) => [name, String(others[i])]);
  execFileSync('/usr/bin/python3', ['-c', makeRings, folder, ...rings]);
  await write('swift.conf', '[swift-hash]', 'swift_hash_path_suffix = a', 'swift_hash_path_prefix = b');
  for (const [i, name] of services.entries()) {
    const app = [`[app:${name}-server]`, `use = egg:swift#${name}`];
    await write(`${name}.conf`, ...toDefault(others[i] ?? 0), `pipeline = ${name}-server`, ...app);
  }
  await write(
    'proxy.conf',
    ...toDefault(proxy),
    'pipeline = catch_errors cache s3api tempauth proxy-server',
    ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true'],
    // Else it leaves a service alone for a minute that was not ready when it asked.
    'error_suppression_interval = 0',
    ...['[filter:catch_errors]', 'use = egg:swift#catch_errors'],
    ...['[filter:cache]', 'use = egg:swift#memcache', `memcache_servers = 127.0.0.1:${cache}`],
    ...['[filter:s3api]', 'use = egg:swift#s3api', 'location = us-east-1'],
    ...['[filter:tempauth]', 'use = egg:swift#tempauth', 'user_test_tester = testing .admin'],
  );
  const children = [
    run('/usr/bin/memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(cache), '-m', '16']),
    ...[...services, 'proxy'].map((name) => run(`/usr/bin/swift-${name}-server`, [join(folder, `${name}.conf`)])),
  ];
  const stop = async (): Promise<void> => void (await Promise.all(children.map(kill)));
  atEnd(stop);
  const store = {
    endpoint: `http://127.0.0.1:${proxy}`,
    region: 'us-east-1',
    bucket: 'articles',
    credentials: { accessKeyId: 'test:tester', secretAccessKey: 'testing' },
  };
  // The services behind may be ready after the one that responds.
  if (await makeBucket(store, children)) return { ...store, folder, stop };
  await stop();
  return null;

  function write(name: string, ...lines: string[]): Promise<void> {
    return writeFile(join(folder, name), `${lines.join('\n')}\n`);
  }

  function toDefault(port: number): string[] {
    const folders = [`swift_dir = ${folder}`, `devices = ${join(folder, 'disk')}`, 'mount_check = false'];
    const others = [`user = ${userInfo().username}`, 'workers = 0', `log_address = ${join(folder, 'none')}`];
    return ['[DEFAULT]', 'bind_ip = 127.0.0.1', `bind_port = ${port}`, ...folders, ...others, '[pipeline:main]'];
  }
}
