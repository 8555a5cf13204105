import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { expect, test } from 'vitest';
import { formatVersion, Index } from '../../src/core/format.ts';
import { makeSite } from '../support/site.ts';

const refused = ['a!b', 'a$b', "a'b", 'a(b', 'a*b', 'a+b', 'a,b', 'a;b', 'a=b', 'a&b', 'a~b', 'a`b', 'a"b', '{a}'];

const sites: [site: string, is: string | null][] = [
  ['https://a.example', 'https://a.example'],
  ['https://A.example:443/', 'https://a.example'],
  ['http://a_b-c.example.:8080', 'http://a_b-c.example.:8080'],
  ['http://[2001:DB8::1]:80', 'http://[2001:db8::1]'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ...[...refused, '.a', 'a..b', '%61!', `${'a.'.repeat(140)}a`].map((host): [string, null] => [
    `http://${host}.example`,
    null,
  ]),
];

test.each(sites)('site %s is accepted exactly where a release with it can be opened', async (site, is) => {
  const { folder, run } = await makeSite();
  await mkdir(join(folder, 'content'));
  const { code, err } = await run('build', '--allow-empty', '--site', site);
  const parse = (site: string) =>
    Index.parse({ format: formatVersion, site, pages: [], shards: [], terms: null, open: [] });
  if (is === null) {
    expect([code, err]).toEqual([2, expect.stringMatching(/^--site: found ".*"\. Expected scheme and host alone/)]);
    expect(existsSync(join(folder, 'public'))).toBe(false);
    if (URL.canParse(site)) expect(() => parse(new URL(site).origin)).toThrow();
    return;
  }
  expect([site, code]).toEqual([site, 0]);
  const [index = ''] = await fastGlob('index.*.json', { cwd: join(folder, 'public/api/v1') });
  const written = JSON.parse(await readFile(join(folder, 'public/api/v1', index), 'utf8'));
  expect([written.site, parse(is).site]).toEqual([is, is]);
});

test('a host that links cannot begin with is refused where there is no site', async () => {
  const { run, write } = await makeSite();
  for (const host of ['a!b', 'a b', '999.1', "a'b"]) {
    await write({ 'galley.config.yaml': `host: ${JSON.stringify(host)}\n` });
    expect(await run('build')).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^galley\.config\.yaml: host: found ".*"\. Expected the name or address of an interface.*\n {2}at galley\.config\.yaml:1:7\n$/,
      ),
    });
  }
});
