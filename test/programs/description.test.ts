/** @module-tag program */
import { execFile } from 'node:child_process';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { toOpenApi } from '../../build/release/description/openapi.ts';
import type { ListEnvelope } from '../../src/core/article.ts';
import { root, startProgram } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hasOutside, outside } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { serveContent } from '../support/serve-content.ts';
import { makeFolder } from '../support/server.ts';

const site = 'https://articles.galley.test';
/** With no settings, and with all. */
const descriptions = [
  toOpenApi({ site }),
  toOpenApi({
    site,
    title: 'News',
    contact: { name: 'Desk', email: 'desk@galley.test' },
    trustedHtml: true,
    cors: ['https://app.example.com'],
    rateLimit: { requests: 600, seconds: 60 },
  }),
];

const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** What a tool of `test/outside` prints. */
async function run(tool: string, args: string[]): Promise<string> {
  const ended = promisify(execFile)(join(outside, 'node_modules', '.bin', tool), args, { env });
  const { stdout } = await ended.catch((error) => error);
  return stdout;
}

/** Writes each to a file of a new folder. */
async function writeAll(values: readonly unknown[]): Promise<string[]> {
  const folder = await makeFolder();
  const files = values.map((_, n) => join(folder, `${n}.json`));
  await Promise.all(files.map((file, n) => writeFile(file, JSON.stringify(values[n]))));
  return files;
}

test.skipIf(!hasOutside('@redocly/cli'))('Redocly finds nothing to say', async () => {
  for (const file of await writeAll(descriptions)) {
    const { problems, totals } = JSON.parse(
      await run('redocly', ['lint', '--format', 'json', '--extends', 'recommended', file]),
    );
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  }
});

test.skipIf(!hasOutside('@stoplight/spectral-cli'))(
  'Spectral finds nothing to say, but of a description without tags',
  async () => {
    const [ruleset = ''] = await writeAll([{ extends: ['spectral:oas'] }]);
    const files = await writeAll([...descriptions, { ...descriptions[0], tags: undefined }]);
    const found: { source: string }[] = JSON.parse(
      await run('spectral', ['lint', '--ruleset', ruleset, '--format', 'json', '--quiet', ...files]),
    );
    expect(new Set(found.map(({ source }) => source))).toEqual(new Set([files.at(-1)]));
  },
);

/** Slugs of scripts, signs and lengths that a client may stumble over. */
const files = {
  'привет-мир.md': '---\npublish_at: 2026-03-01\nheader_image: https://images.example.com/лиса.jpg\n---\n# A\n\nText\n',
  '日本語の記事.md': '---\npublish_at: 2026-03-02\nupdated_at: 2026-03-09T08:00:00Z\n---\nText\n',
  'a.md': '---\npublish_at: 2026-03-03\nslug: v1.2.3-rc.1\n---\nText\n',
  'b.md': `---\npublish_at: 2026-03-04\nslug: ${'長'.repeat(200)}\n---\nText\n`,
  'c.md': '---\npublish_at: 2026-03-05\nslug: _हिन्दी_\naliases: former\n---\nText\n',
};

test.skipIf(!hasOutside('orval'))(
  'openapi-typescript, hey-api, orval and kubb make clients that compile strictly and read all articles',
  async () => {
    const { site, descriptionFile } = await serveContent(files);
    const base = `${site}/api/v1`;
    const folder = await makeFolder();
    const generate = join(outside, 'generate.mjs');
    await Promise.all([
      symlink(join(outside, 'node_modules'), join(folder, 'node_modules')),
      copyFile(join(outside, 'crawl.ts'), join(folder, 'crawl.ts')),
      writeFile(join(folder, 'package.json'), '{"type":"module"}'),
      writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strictly, files: ['crawl.ts'] })),
      ...['openapi-typescript', 'hey-api', 'orval', 'kubb'].map((tool) =>
        promisify(execFile)(process.execPath, [generate, tool, descriptionFile, folder, base], { cwd: folder, env }),
      ),
    ]);
    const { stdout: typeErrors } = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], {
      cwd: folder,
    }).catch((error) => error);
    expect(typeErrors.split('\n').filter((line: string) => /^\S/.test(line) && !isOfHeyApi(line))).toEqual([]);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'out', 'crawl.js'), base, key]);
    const response = await fetch(`${base}/articles`, { headers: { 'X-Api-Key': key } });
    const { data } = (await response.json()) as ListEnvelope;
    expect(data).toHaveLength(5);
    const errors = { page: ['The page field must be at least 1.'] };
    const read = { articles: data, wrong: expect.objectContaining({ errors }) };
    expect(JSON.parse(stdout)).toEqual({
      'openapi-fetch': read,
      'hey-api': read,
      orval: read,
      kubb: { ...read, wrong: 'ZodError' },
    });
  },
);

/** What hey-api puts beside every client, whatever it describes, is not written for `exactOptionalPropertyTypes`. */
function isOfHeyApi(line: string): boolean {
  return /^hey-api\/(?:client|core)\//.test(line);
}

const strictly = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  target: 'ES2023',
  module: 'NodeNext',
  types: ['node'],
  typeRoots: [join(root, 'node_modules', '@types')],
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
  outDir: 'out',
};

test.skipIf(!hasOutside('@stoplight/prism-cli'))(
  'Prism, between client and server, finds no response that is not as described',
  async () => {
    const { site, description } = await serveContent(files);
    // What must be found: an error where an article is described.
    const article = { 'application/json': { schema: { $ref: '#/components/schemas/Article' } } };
    const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Article' } } };
    const wrong = { get: { responses: { 200: { description: '', content: article } } } };
    const wrongBody = { get: { responses: { 404: { description: '', content: problem } } } };
    const paths = { ...description.paths, '/wrong': wrong, '/wrong-body': wrongBody };
    const file = join(await makeFolder(), 'openapi.json');
    await writeFile(file, JSON.stringify({ ...description, paths }));
    const port = await freePort();
    const prism = startProgram(
      join(outside, 'node_modules/.bin/prism'),
      ['proxy', file, `${site}/api/v1`, '--port', String(port)],
      outside,
    );
    await prism.until(/Prism is listening/);
    const found = async (target: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`http://127.0.0.1:${port}${target}`, { headers: { 'X-Api-Key': key, ...headers } });
      await response.text();
      const violations: { location: string[] }[] = JSON.parse(response.headers.get('sl-violations') ?? '[]');
      return { status: response.status, violations: violations.map(({ location }) => location.join('.')) };
    };
    const page = await fetch(`${site}/api/v1/articles?per_page=4`, { headers: { 'X-Api-Key': key } });
    const { data, links } = (await page.json()) as ListEnvelope;
    const etag = page.headers.get('ETag') ?? '';
    const rows: [target: string, status: number, inRequest?: string[], headers?: Record<string, string>][] = [
      ['/articles', 200],
      ['/articles?page=2&per_page=2&exclude_h1=true', 200],
      ['/articles?page=99', 200],
      ['/articles?per_page=1000&exclude_html=true&exclude_markdown=true', 200],
      ['/articles?per_page=2', 200, [], { 'Accept-Encoding': 'gzip' }],
      ['/articles?per_page=4', 304, [], { 'If-None-Match': etag }],
      [(links.next ?? '').slice(`${site}/api/v1`.length), 200],
      ...data.map(({ slug }): [string, number] => [`/articles/${encodeURIComponent(slug)}?exclude_h1=true`, 200]),
      ['/articles/former', 200],
      ['/articles/none', 404],
      ['/articles', 401, ['request'], { 'X-Api-Key': '' }],
      ['/articles', 406, [], { 'Accept-Encoding': 'identity;q=0' }],
      [`/changes?since=${'a'.repeat(32)}-1`, 410],
      [`/articles?a=${'a'.repeat(8000)}`, 414],
      ['/articles?page=0&per_page=1001', 422, ['request.query.page', 'request.query.per_page']],
      ['/articles?after=5', 422, ['request.query.after']],
      ['/articles/none?exclude_h1=perhaps', 422, ['request.query.exclude_h1']],
      ['/wrong', 404, ['response']],
    ];
    for (const [target, status, violations = [], headers] of rows) {
      expect.soft(await found(target, headers), target.slice(0, 60)).toEqual({ status, violations });
    }
    expect((await found('/wrong-body')).violations).toContain('response.body');
  },
);
