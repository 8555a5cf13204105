import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateAssets, validateKeysAtHand, validateNumber } from '../../build/cli/deploy/check-cloudflare.ts';
import { secretBytes, toSecrets } from '../../build/cli/deploy/cloudflare-secrets.ts';
import { type Finding, reportTo, toFindingLine, validateWrangler } from '../../build/cli/deploy/validate-wrangler.ts';
import { readWranglerFile } from '../../build/cli/deploy/wrangler-file.ts';
import { parseKeysVariable } from '../../src/keys/keys-env.ts';
import { root } from '../support/command.ts';
import { makeFolder } from '../support/server.ts';

const recipe = (await readFile(join(root, 'build/recipes/cloudflare/wrangler.jsonc'), 'utf8'))
  .replaceAll('{{name}}', 'articles')
  .replaceAll('{{out}}', 'public');

/** Findings of a configuration, in lines, as they are printed. */
async function validate(text: string, name = 'wrangler.jsonc'): Promise<string[]> {
  const folder = await makeFolder();
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/worker.ts'), '');
  await writeFile(join(folder, name), text);
  const file = await readWranglerFile(join(folder, name));
  const findings: Finding[] = [];
  const report = reportTo(findings);
  for (const environment of file.environments) validateWrangler(file, environment, report);
  return findings.map((finding) => toFindingLine(finding).replace(`${folder}/`, ''));
}

test('the recipe is right as it is', async () => {
  expect(await validate(recipe)).toEqual([]);
});

const first = '"run_worker_first": true';

test.each<[what: string, from: string | RegExp, to: string, found: RegExp]>([
  [
    'the Worker is not first',
    first,
    '"run_worker_first": false',
    /^wrangler\.jsonc:13:25 error assets\.run_worker_first: found false\. Expected true\. Otherwise everybody gets every file/,
  ],
  ['nothing says that the Worker is first', `${first},`, '', /error assets\.run_worker_first: found nothing/],
  [
    'a list leaves the API out',
    first,
    '"run_worker_first": ["/media/*"]',
    /found \["\/media\/\*"\].*files below \/api/,
  ],
  [
    'a list takes a part of the API out again',
    first,
    '"run_worker_first": ["/*", "!/api/v1/pages/*"]',
    /files below \/api/,
  ],
  ['a list leaves media out', first, '"run_worker_first": ["/api/*"]', /the assets serve images of articles/],
  ['a list leaves a page out', first, '"run_worker_first": ["/*", "!/index.html"]', /other headers than the Worker/],
  ['it is a text', first, '"run_worker_first": "true"', /found "true"\. Expected true/],
  [
    'Workers Cache is on',
    '"minify": true',
    '"cache": { "enabled": true }',
    /:7:25 error cache\.enabled: found true\. It turns Workers Cache on/,
  ],
  [
    'Workers Cache is on for an entry',
    '"minify": true',
    '"exports": { "default": { "type": "worker", "cache": { "enabled": true } } }',
    /exports\.default\.cache\.enabled: found true/,
  ],
  [
    'pages are rewritten',
    '"html_handling": "none"',
    '"html_handling": "auto-trailing-slash"',
    /html_handling: found "auto-trailing-slash"\. Expected "none"/,
  ],
  ['how pages are handled is not said', '"html_handling": "none",', '', /html_handling: found nothing/],
  [
    'a page stands in for what is not there',
    '"not_found_handling": "none"',
    '"not_found_handling": "single-page-application"',
    /not_found_handling: found "single-page-application"/,
  ],
  ['the assets are not bound', '"binding": "ASSETS",', '', /assets\.binding: found nothing\. Expected "ASSETS"/],
  ['the folder is not named', '"directory": "./public",', '', /assets\.directory: found nothing/],
  ['there is no Worker', '"main": "src/worker.ts",', '', /main: found nothing.*everybody gets all files/],
  ['its file is not there', 'src/worker.ts",', 'src/other.ts",', /main: found "src\/other\.ts", which does not exist/],
  ['there is no date', '"compatibility_date": "2026-03-01",', '', /compatibility_date: found nothing/],
  [
    'the date is too old',
    '2026-03-01',
    '2024-10-13',
    /compatibility_date: found "2024-10-13"\. Expected a date from 2024-10-14 on/,
  ],
  [
    'keys stand in the configuration',
    '"minify": true',
    '"vars": { "GALLEY_KEYS_2": "web:0" }',
    /:7:30 error vars\.GALLEY_KEYS_2: found keys in the configuration/,
  ],
  ['no keys are required', /"secrets": .*/, '', /secrets\.required: found no GALLEY_KEYS/],
  [
    'it is a project of Pages',
    '"minify": true',
    '"pages_build_output_dir": "public"',
    /pages_build_output_dir: found "public"\. Expected nothing: with it, this is a project of Pages/,
  ],
  [
    'it serves files as Workers Sites did',
    '"minify": true',
    '"site": { "bucket": "./public" }',
    /:7:11 error site: found \{"bucket":"\.\/public"\}, an old way to serve files/,
  ],
  ['an old setting serves files', '"minify": true', '"legacy_assets": "./public"', /:7:20 error legacy_assets: found/],
  [
    'assets come first, as they were told to once',
    first,
    `${first}, "experimental_serve_directly": true`,
    /error assets\.experimental_serve_directly: found true/,
  ],
  [
    'the limiter has another period',
    '"minify": true',
    '"ratelimits": [{ "name": "RATE_LIMITER", "simple": { "limit": 1, "period": 30 } }]',
    /ratelimits: found 30\. Expected simple\.period of 10 or 60/,
  ],
  [
    'an environment puts the Worker second',
    '"minify": true',
    '"env": { "test": { "assets": { "directory": "./public", "binding": "ASSETS", "html_handling": "none" }, "secrets": { "required": ["GALLEY_KEYS"] } } }',
    /run_worker_first: found nothing/,
  ],
  [
    'an environment does not require keys',
    '"minify": true',
    '"env": { "test": {} }',
    /secrets\.required: found no GALLEY_KEYS/,
  ],
])('%s', async (_, from, to, found) => {
  const text = recipe.replace(from, to);
  expect(text).not.toBe(recipe);
  const lines = await validate(text);
  expect(lines).toEqual([expect.stringMatching(found)]);
});

test('assets that are a folder alone, as they once were', async () => {
  const text = recipe.replace(/"assets": \{[^}]*\},/, '"assets": "./public",');
  expect(await validate(text)).toContainEqual(expect.stringContaining('assets: found "./public", an old way'));
});

test('neither assets nor a bucket', async () => {
  const text = recipe.replace(/"assets": \{[^}]*\},/, '');
  expect(await validate(text)).toEqual([expect.stringContaining('Found neither assets nor r2_buckets')]);
  expect(await validate(text.replace('"minify": true', '"r2_buckets": [{ "binding": "RELEASES" }]'))).toEqual([]);
});

test('wrangler.toml is read alike', async () => {
  const text = `name = "a"
main = "src/worker.ts"
compatibility_date = "2026-03-01"
[assets]
directory = "public"
binding = "ASSETS"
run_worker_first = ["/api/*"]
html_handling = "none"
[secrets]
required = ["GALLEY_KEYS"]
[vars]
GALLEY_KEYS = "web:0"
`;
  expect(await validate(text, 'wrangler.toml')).toEqual([
    expect.stringMatching(/^wrangler\.toml:7:20 error assets\.run_worker_first/),
    expect.stringMatching(/^wrangler\.toml:12:15 error vars\.GALLEY_KEYS/),
  ]);
});

test.each([
  ['wrangler.jsonc', '{ "name": }', /wrangler\.jsonc:1:11 is not JSON/],
  ['wrangler.jsonc', '[]', /has no settings in braces/],
  ['wrangler.toml', 'name = ', /wrangler\.toml:1:\d+ is not TOML/],
])('%s that holds %j is refused', async (name, text, message) => {
  await expect(validate(text, name)).rejects.toThrow(message);
});

describe('the files', () => {
  async function validateFolder(files: Record<string, string>, needed: string[] = []): Promise<string[]> {
    const folder = await makeFolder();
    await mkdir(join(folder, 'api/v1/articles'), { recursive: true });
    await mkdir(join(folder, 'media'));
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
    const findings: Finding[] = [];
    const report = reportTo(findings);
    await validateAssets(folder, 'free', needed, (file, ...found) => report(file.replace(folder, 'public'), ...found));
    return findings.map(toFindingLine);
  }

  test.each<[string, Record<string, string>, string[], RegExp[]]>([
    ['nothing', { 'index.html': '' }, [], []],
    ['redirects', { _redirects: '' }, [], [/^_redirects error Found redirects/]],
    ['a Worker among them', { '_worker.js': '' }, [], [/^_worker\.js error/]],
    [
      'a file above 25 MiB',
      { 'media/film.mp4': 'x'.repeat(25 * 1024 * 1024 + 1) },
      [],
      [/^media\/film\.mp4 error .*25 MiB/],
    ],
    ['the same, left out', { 'media/film.mp4': 'x'.repeat(25 * 1024 * 1024 + 1), '.assetsignore': 'media/\n' }, [], []],
    [
      'a needed file left out',
      { 'api/v1/release.json': '', '.assetsignore': 'api/\n' },
      ['api/v1/release.json'],
      [/^\.assetsignore error This file excludes api\/v1\/release\.json/],
    ],
  ])('%s', async (_, files, needed, expected) => {
    expect(await validateFolder(files, needed)).toEqual(expected.map((each) => expect.stringMatching(each)));
  });

  test('more than the plan takes', () => {
    const paths = Array.from({ length: 20_001 }, (_, i) => `api/v1/articles/${i}`);
    expect(validateNumber(paths, 'free')).toMatch(
      /^Found 20,001 files\. Expected at most 20,000, the limit of the free plan\. 20,001 of them are files of single articles/,
    );
    expect(
      validateNumber(
        paths.map((path) => path.replace('articles', 'pages')),
        'free',
      ),
    ).toMatch(/plan\. Keep the release in a bucket of R2/);
    expect(validateNumber(paths.slice(1), 'free')).toBe(null);
    expect(validateNumber(paths, 'paid')).toBe(null);
  });

  test('more than the plan takes, and fewer without the articles by themselves', { tags: ['long'] }, async () => {
    const names = Array.from({ length: 20_001 }, (_, i) => [`api/v1/articles/${i}`, ''] as const);
    const [line, ...others] = await validateFolder(Object.fromEntries(names));
    expect(others).toEqual([]);
    expect(line).toMatch(
      /Found 20,001 files\. Expected at most 20,000, the limit of the free plan\. 20,001 of them are files of single articles/,
    );
    expect(await validateFolder({ ...Object.fromEntries(names), '.assetsignore': 'api/v1/articles/' })).toEqual([]);
  });
});

describe('keys', () => {
  const digest = 'a'.repeat(64);
  const many = Array.from({ length: 200 }, (_, i) => ({ name: `client-${i}`, digest, expires: 2e9 }));

  test('are spread over as many secrets as they need, and read again', () => {
    const secrets = toSecrets([{ name: 'old', digest, revoked: true }, ...many, { name: 'web', digest }], 0);
    expect(Object.keys(secrets)).toEqual(['GALLEY_KEYS', 'GALLEY_KEYS_2', 'GALLEY_KEYS_3', 'GALLEY_KEYS_4']);
    for (const value of Object.values(secrets)) expect(value.length).toBeLessThanOrEqual(secretBytes);
    const read = Object.entries(secrets).flatMap(([name, value]) => parseKeysVariable(value, name));
    expect(read).toEqual([...many, { name: 'web', digest }]);
  });

  test.each<[string, string | null, Record<string, string>, RegExp[]]>([
    ['one that can be used', `{"keys": [{"name": "web", "digest": "${digest}"}]}`, {}, []],
    ['none', null, {}, [/galley\.keys\.json warning Found no keys here/]],
    [
      'all revoked',
      `{"keys": [{"name": "web", "digest": "${digest}", "revoked": true}]}`,
      {},
      [/error Found 1 key, all revoked/],
    ],
    [
      'a variable that a secret cannot hold',
      null,
      { GALLEY_KEYS: `web:${digest},`.repeat(80) },
      [/environment error GALLEY_KEYS: found 5520 bytes\. Expected at most 5000/],
    ],
  ])('%s', async (_, text, environment, expected) => {
    const folder = await makeFolder();
    const file = join(folder, 'galley.keys.json');
    if (text !== null) await writeFile(file, text);
    const findings: Finding[] = [];
    await validateKeysAtHand(folder, file, environment, 0, reportTo(findings));
    expect(findings.map(toFindingLine)).toEqual(expected.map((each) => expect.stringMatching(each)));
  });
});
