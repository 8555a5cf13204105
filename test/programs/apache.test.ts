/** @module-tag program */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProgram, writeFiles } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hasCommand } from '../support/needs.ts';
import { makeSite } from '../support/site.ts';

const modules = '/usr/lib/apache2/modules';

/** A folder with an article, and one with an image that is not yet published. */
async function makeBuilt() {
  const site = await makeSite({
    'content/a.md': '---\ntitle: A\ndate: 2026-01-01\n---\nText\n',
    'content/b.md': '---\ntitle: B\ndate: 2199-01-01\n---\n![](b.svg)\n',
    'content/b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  await site.build();
  return site;
}

/** Starts Apache over the release of a folder. Its address. */
async function startApache(folder: string, allowOverride: 'All' | 'None'): Promise<string> {
  await chmod(folder, 0o755);
  const port = await freePort();
  const lines = [
    `ServerRoot "${folder}"`,
    'ServerName localhost',
    `Listen 127.0.0.1:${port}`,
    `PidFile "${folder}/${port}.pid"`,
    `ErrorLog "${folder}/apache.log"`,
    ...['mpm_event', 'authz_core', 'dir', 'mime'].map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
    // As root, it changes to a user that may read the folder.
    ...['User nobody', 'Group nogroup', 'TypesConfig /dev/null'],
    `DocumentRoot "${folder}/public"`,
    '<Directory />',
    `  AllowOverride ${allowOverride}`,
    '  Require all granted',
    '</Directory>',
  ];
  await writeFiles(folder, { 'apache.conf': `${lines.join('\n')}\n` });
  const { text } = startProgram('apache2', ['-X', '-f', join(folder, 'apache.conf')], folder);
  const address = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(address).then(
          ({ status }) => status,
          (error) => `${error} ${text.err}`,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
  return address;
}

test.skipIf(!hasCommand('apache2', '-v'))(
  'Apache over a release gives out no article where it obeys .htaccess',
  async () => {
    const { folder, json } = await makeBuilt();
    const leaksOf = async (address: string): Promise<string[]> => {
      const rows: { found: string; address: string }[] = await json('deploy', 'check', address);
      return rows
        .filter(({ found }) => found === 'leak')
        .map((row) => row.address.slice(address.length).split('/')[1] ?? '');
    };
    expect(await leaksOf(await startApache(folder, 'None'))).toEqual(['api', 'api', 'api', 'api', 'media']);
    const obeying = await startApache(folder, 'All');
    // The image lies beside the release, with those that readers have.
    expect(await leaksOf(obeying)).toEqual(['media']);
    expect((await fetch(`${obeying}/api/v1/release.json`)).status).toBe(403);
  },
);
