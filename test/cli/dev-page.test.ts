import { createHash } from 'node:crypto';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { start, writeFiles } from '../support/command.ts';
import { listOf, type RunningDev, startDev } from '../support/dev.ts';
import { corporaFolder, has } from '../support/needs.ts';
import { get, makeFolder, talk } from '../support/server.ts';

const post = (text: string, more = '') => `---\npublish_at: 2026-01-02\n${more}---\n${text}\n`;

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';

/** Level-one headings in every way, and every kind of address. */
const published: Record<string, string> = {
  'plain.md': post('Nothing but text, “quoted”, with an emoji 🖨.'),
  'title.md': post('# One *title*\n\nText'),
  'many.md': post('Text\n\n# One\n\n> # Two\n\n- # Three\n\nFour\n====\n\n<h1>Five</h1>\n\n```\n# no heading\n```'),
  'linked.md': post('# A\n\n[plain](plain.md#there), [gone](gone.md), [draft](draft.md), ![p](in/p.svg)'),
  'fields.md': post('# Not it', 'id: 77\ntitle: "The: title"\nslug: other\naliases: [once]\nheader_image: in/p.svg\n'),
  'in/same.md': post('Same name'),
  'on/same.md': post('Same name, too'),
};

const hidden: Record<string, string> = {
  'draft.md': post('# Words of a draft\n\n![q](in/q.svg)', 'draft: true\n'),
  'later.md': '---\npublish_at: 2099-01-01\n---\n# Words of another century\n',
  'undated.md': 'Words of no day',
};

const files = { ...published, ...hidden, 'in/p.svg': svg, 'in/q.svg': `${svg}\n` };

/** An article that shows every field, and one with a problem in its header. */
const shownFiles = {
  'a.md': post(
    'One\n\n[two](gone.md)\n\n# Three',
    'title: Its title\nexcerpt: What <it> says\nupdated_at: 2026-03-04\nslug: its-slug\nid: 5\nheader_image: in/p.svg\nmeta_title: Other\n',
  ),
  'b.md': post('# Same\n\nText', 'note: 1\nnote: 2\n'),
};

/** One for all tests that change nothing. */
let shared: RunningDev;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  shared = await startDev({ ...files, ...shownFiles, '../secret.md': post('A secret') }, [], (end) => ends.push(end));
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const jsonOf = (file: string, excludeH1 = false): string =>
  `/dev/json?${new URLSearchParams({ file, exclude_h1: String(excludeH1) })}`;

const pageOf = (file: string, more: Record<string, string> = {}): string =>
  `/dev/?${new URLSearchParams({ file, ...more })}`;

/** Compares every article that is published, with and without its headings. */
async function expectSame(dev: RunningDev): Promise<number> {
  const list = (await get(dev.port, '/dev/?state=published')).body;
  const paths = listOf(list).map((row) => row.replace('published ', ''));
  for (const path of paths) {
    for (const excludeH1 of [false, true]) {
      const shown = await get(dev.port, jsonOf(path, excludeH1));
      const target = `/api/v1/articles/${JSON.parse(shown.body).id}?exclude_h1=${excludeH1}`;
      const given = await get(dev.port, target, { headers: { 'X-Api-Key': dev.key } });
      expect([given.status, shown.status], path).toEqual([200, 200]);
      expect(shown.body, path).toBe(given.body);
    }
  }
  return paths.length;
}

test('the page shows of each published article, byte for byte, what the API gives', { tags: ['long'] }, async () => {
  expect(await expectSame(shared)).toBe(Object.keys({ ...published, ...shownFiles }).length);
});

const corpora = corporaFolder();

test.skipIf(corpora === null).each(['eleventy', 'reactjs-gatsby'])(
  'of the articles of %s, too',
  { tags: ['long'] },
  async (name) => {
    expect(await expectSame(await startDev({}, ['--content', join(corpora ?? '', name)]))).toBeGreaterThan(60);
  },
);

test('the page shows drafts, scheduled and undated articles as they would be; nothing else does', {
  tags: ['long'],
}, async () => {
  const started = Math.floor(Date.now() / 1000) * 1000;
  const dev = await startDev(files);
  const shown = async (file: string) => JSON.parse((await get(dev.port, jsonOf(file, true))).body);
  expect(await shown('draft.md')).toMatchObject({ slug: 'draft', title: 'Words of a draft' });
  expect((await shown('draft.md')).html).not.toContain('<h1>');
  expect(await shown('later.md')).toMatchObject({ publish_at: '2099-01-01T00:00:00Z', html: '' });
  const { publish_at, html } = await shown('undated.md');
  expect(html).toBe('<p>Words of no day</p>\n');
  // Of no day is of now.
  expect(started <= Date.parse(publish_at) && Date.parse(publish_at) <= Date.now()).toBe(true);

  for (const slug of ['draft', 'later', 'undated']) {
    const given = await get(dev.port, `/api/v1/articles/${slug}`, { headers: { 'X-Api-Key': dev.key } });
    expect(given.status, slug).toBe(404);
  }
  // It may build once more at any time, so what it left is read after its end.
  dev.running.child.kill('SIGTERM');
  await dev.running.ended;
  expect(await readdir(dev.folder)).not.toContain('public');
  const out = join(dev.folder, 'node_modules/.cache/galley/dev');
  const released = await readdir(out, { recursive: true, withFileTypes: true });
  expect(released.filter(({ name }) => /dev|style\.css/.test(name))).toEqual([]);
  for (const entry of released.filter((found) => found.isFile())) {
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
    // What is scheduled is in the release, and no route knows it before its second.
    expect(text, entry.name).not.toMatch(/Words of (?:a draft|no day)/);
  }
  const serving = start(dev.folder, ['serve', '--port', '0', '--out', out]);
  const [, port] = await serving.until(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
  for (const target of ['/dev', '/dev/', '/dev/style.css', '/dev/events', jsonOf('draft.md')]) {
    expect((await get(Number(port), target)).status, target).toBe(404);
  }
});

test('a page has the body, its images from the content folder, and links that lead where they should', async () => {
  const dev = shared;
  const { body } = await get(dev.port, pageOf('linked.md', { q: 'a' }));
  expect(body).toContain('<h1 id="a">A</h1>');
  expect((await get(dev.port, pageOf('linked.md', { exclude_h1: 'true' }))).body).not.toContain('<h1 id=');
  // Other articles stay in the window, and keep what the list is searched for.
  expect(body).toContain(`<a href="${dev.address}/dev/?file=plain.md&amp;q=a#there">`);
  expect(body).toContain(`<a href="${dev.address}/dev/?file=draft.md&amp;q=a">`);
  expect(body).toContain('<a target="_blank" href="gone.md">');

  const draft = (await get(dev.port, pageOf('draft.md'))).body;
  const [source = '', name = ''] = /src="http:[^"]*(\/dev\/media\/(q\.[0-9a-f]+\.svg))"/.exec(draft)?.slice(1) ?? [];
  const own = await get(dev.port, source);
  expect([own.status, own.body, own.headers['content-type']]).toEqual([200, `${svg}\n`, 'image/svg+xml']);
  expect((await get(dev.port, `/media/${name}`)).status).toBe(404);
  expect((await get(dev.port, pageOf('fields.md'))).body).toMatch(/<img class="galley-image" src="http:[^"]*p\./);
});

test('a page says what is known of a file, and shows its JSON and its Markdown as text', async () => {
  const { body } = await get(shared.port, pageOf('a.md'));
  for (const [name, value] of Object.entries({
    ...{
      file: 'a.md',
      id: '5',
      slug: 'its-slug',
      publish_at: '2026-01-02T00:00:00Z',
      updated_at: '2026-03-04T00:00:00Z',
    },
    ...{ meta_title: 'Other', address: `${shared.address}/api/v1/articles/its-slug` },
  })) {
    expect(body).toContain(`<dt>${name}</dt><dd dir="auto">${value}</dd>`);
  }
  expect(body).toContain('<p class="galley-excerpt" dir="auto">What &lt;it&gt; says</p>');
  expect(body).toContain('<h1 dir="auto">Its title</h1>');
  const json = (await get(shared.port, pageOf('a.md', { view: 'json', exclude_h1: '1' }))).body;
  expect(json).toContain('<i>&quot;excerpt&quot;</i>: &quot;What &lt;it&gt; says&quot;,\n');
  expect(json).toContain('<a href="/dev/json?file=a.md&amp;exclude_h1=true">As the API sends it</a>');
  const markdown = (await get(shared.port, pageOf('a.md', { view: 'markdown' }))).body;
  expect(markdown).toContain('<pre class="text" dir="auto">One\n\n[two](gone.md)\n\n# Three\n</pre>');
  const draft = (await get(shared.port, pageOf('draft.md'))).body;
  expect(draft).toContain('draft</span></span> not in the API; shown as it would look there');
  expect(draft).not.toContain('<dt>address</dt>');
});

test('one script runs in a page, no other and no style but that of the server, and nothing embeds it', async () => {
  const { body, headers } = await get(shared.port, pageOf('a.md'));
  const scripts = [...body.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text);
  expect(scripts.length).toBe(1);
  const hash = createHash('sha256').update(scripts.join('')).digest('base64');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy).toContain(`script-src 'sha256-${hash}';`);
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' });
});

test('where the API has another address, the page has its own; what became a link is not shown', {
  tags: ['long'],
}, async () => {
  const elsewhere = await startDev(files, ['--site', 'https://articles.example.com']);
  expect((await get(elsewhere.port, jsonOf('linked.md'))).body).toContain('https://articles.example.com/media/p.');
  expect((await get(elsewhere.port, pageOf('linked.md'))).body).toContain(`${elsewhere.address}/dev/media/p.`);

  const draft = (await get(elsewhere.port, pageOf('draft.md'))).body;
  const source = /src="http:[^"]*(\/dev\/media\/q\.[0-9a-f]+\.svg)"/.exec(draft)?.[1] ?? '';
  expect((await get(elsewhere.port, source)).status).toBe(200);
  await writeFile(join(elsewhere.folder, 'secret.svg'), `${svg}\n`);
  await rm(join(elsewhere.content, 'in/q.svg'));
  await symlink(join(elsewhere.folder, 'secret.svg'), join(elsewhere.content, 'in/q.svg'));
  expect((await get(elsewhere.port, source)).status).toBe(404);
});

const outside = [
  jsonOf('../secret.md'),
  jsonOf('/etc/passwd'),
  pageOf('in/../plain.md'),
  pageOf('in/p.svg'),
  jsonOf(''),
  '/dev/json',
  '/dev/json?file=%ff%fe',
  '/dev/../galley.config.yaml',
  '/dev/media/',
  '/dev/media/p.svg',
  '/dev/media/..%2f..%2fsecret.md',
  '/dev/media/%ff',
  '/dev/../xxx/style.css',
  '/dev/../../package.json',
  '/dev/..%2fpackage.json',
  '/dev/constructor',
  '/dev/page.ts',
  '/dev/follow.js',
  '/dev/article?file=plain.md',
  '/dev/problems',
  '/dev//',
  '/device',
];

test('nothing but what is meant to be is there', async () => {
  for (const target of outside) {
    const { status, body } = await get(shared.port, target);
    expect.soft([status, /secret|root:/.exec(body)], target).toEqual([404, null]);
  }
  expect((await get(shared.port, '/dev')).headers.location).toBe('/dev/');
});

const hosts: [host: string, status: number][] = [
  ['127.0.0.1', 200],
  ['localhost:8787', 200],
  ['LOCALHOST', 200],
  ['[::1]:80', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
  ['127.0.0.1.evil.example:8787', 403],
  ['127.0.0.1@evil.example', 403],
  ['0.0.0.0', 403],
];

const ofProxies = [
  ...['X-Forwarded-For', 'Forwarded', 'Via', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'CF-Connecting-IP'],
  ...['Fly-Client-IP', 'X-Azure-ClientIP', 'CDN-Loop', 'Tailscale-User-Login', 'X-Amzn-Trace-Id', 'X-Not-Yet-Known'],
  ...['CF-Ray', 'True-Client-IP', 'X-Client-IP', 'X-Envoy-External-Address', 'X-Original-Host', 'Fastly-Client-IP'],
];

test('the page is only for who asks this machine by its own name, and not for what a proxy forwards', async () => {
  const { port } = shared;
  for (const target of [
    '/dev/',
    '/dev/style.css',
    jsonOf('draft.md'),
    pageOf('draft.md'),
    pageOf('', { view: 'problems' }),
  ]) {
    for (const [Host, status] of hosts) {
      const response = await get(port, target, { headers: { Host } });
      expect([response.status, target, Host]).toEqual([status, target, Host]);
      if (status === 403) expect(response.body).toMatch(/opens only in a browser on the machine/);
    }
    for (const name of ofProxies) {
      const { status, body } = await get(port, target, { headers: { [name]: 'for=127.0.0.1' } });
      expect([status, name]).toEqual([403, name]);
      expect(body).toContain(`The request has the header field ${name.toLowerCase()}, which browsers do not send`);
    }
    for (const [from, status] of Object.entries({
      'cross-site': 403,
      'same-origin': 200,
      'same-site': 200,
      none: 200,
    })) {
      const response = await get(port, target, { headers: { 'Sec-Fetch-Site': from } });
      expect([response.status, from]).toEqual([status, from]);
    }
  }
  const events = await get(port, '/dev/events', { headers: { Host: 'evil.example' } });
  expect(events.status).toBe(403);
  expect(await talk(port, `GET ${jsonOf('draft.md')} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403/);
  // As nginx asks when nothing sets its headers.
  const asked = `GET ${jsonOf('draft.md')} HTTP/1.0\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`;
  expect(await talk(port, asked)).toMatch(/^HTTP\/1\.1 403/);
  expect((await get(port, '/dev/', { method: 'POST' })).status).toBe(405);
});

/** What these send of themselves, as they were read on a socket. */
const clients: Record<string, string> = {
  'Chromium, a page': `Connection: keep-alive|Cache-Control: max-age=0|sec-ch-ua: "Chromium";v="141"|sec-ch-ua-mobile: ?0|sec-ch-ua-platform: "Linux"|Upgrade-Insecure-Requests: 1|User-Agent: x|Accept: text/html|Sec-Fetch-Site: none|Sec-Fetch-Mode: navigate|Sec-Fetch-User: ?1|Sec-Fetch-Dest: document|Sec-Purpose: prefetch|Accept-Encoding: gzip, deflate, br, zstd|Accept-Language: en|Cookie: a=b|If-None-Match: "a"`,
  'Firefox, a stream of events': `User-Agent: x|Accept: text/event-stream|Accept-Language: de|Accept-Encoding: gzip|Last-Event-ID: 1|DNT: 1|Sec-GPC: 1|Connection: keep-alive|Referer: http://localhost/dev/|Sec-Fetch-Dest: empty|Sec-Fetch-Mode: cors|Sec-Fetch-Site: same-origin|Priority: u=4|Pragma: no-cache|Cache-Control: no-cache`,
  'Safari, a video': `Accept: */*|X-Playback-Session-Id: 1|Range: bytes=0-1|Accept-Language: en|Connection: keep-alive|Icy-Metadata: 1`,
  'curl --http2 --json': `User-Agent: curl/8.5.0|Accept: */*|Connection: Upgrade, HTTP2-Settings|Upgrade: h2c|HTTP2-Settings: AAMAAABk|Authorization: Basic eDp5|X-Api-Key: gly_x`,
  'fetch of Node':
    'Connection: keep-alive|Accept: */*|Accept-Language: *|Sec-Fetch-Mode: cors|User-Agent: node|Accept-Encoding: gzip',
  'a browser in an app':
    'X-Requested-With: org.example.app|Save-Data: on|Device-Memory: 8|DPR: 2|Viewport-Width: 900|RTT: 50|Downlink: 10|ECT: 4g',
};

test.each(Object.entries(clients))('%s is no proxy', async (_, fields) => {
  const headers = Object.fromEntries(fields.split('|').map((field) => field.split(': ')));
  expect((await get(shared.port, jsonOf('draft.md'), { headers })).status).toBe(200);
});

const [elsewhere] = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal);

test.skipIf(!has('a network address beside 127.0.0.1', elsewhere !== undefined))(
  'with a host that others can reach, the page is still for this machine alone',
  { tags: ['long'] },
  async () => {
    const folder = await makeFolder();
    await writeFiles(folder, { 'content/draft.md': hidden['draft.md'] ?? '' });
    const keys = { GALLEY_KEYS: `web:${sha256('any')}` };
    const dev = start(folder, ['dev', '--port', '0', '--host', '0.0.0.0'], keys);
    const [, port] = await dev.until(/see what you write: http:\/\/localhost:(\d+)\/dev\//);
    const ask = async (host: string, Host: string) => {
      const text = await talk(
        Number(port),
        `GET ${jsonOf('draft.md')} HTTP/1.1\r\nHost: ${Host}\r\nConnection: close\r\n\r\n`,
        undefined,
        host,
      );
      return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
    };
    expect(await ask('127.0.0.1', 'localhost')).toBe('200');
    expect(await ask(elsewhere?.address ?? '', 'localhost')).toBe('403');
    expect(await ask(elsewhere?.address ?? '', elsewhere?.address ?? '')).toBe('403');
    expect(await ask('127.0.0.1', elsewhere?.address ?? '')).toBe('403');
  },
);

test('what is invalid is shown as far as it can be, its problems with their lines', { tags: ['long'] }, async () => {
  const dev = await startDev({
    'date.md': '---\npublish_at: 2026-02-30\nupdated_at: 2026-02-31\n---\n# Text\n',
    'yaml.md': '---\ndate: 2026-01-01\ntitle: [one\n---\nText\n',
    'bytes.md': Buffer.from([0x41, 0x0a, 0xff]),
    'long.md': post(`${'word '.repeat(100)}[gone](gone.md)`),
    '../galley.config.yaml': 'editor: "idea://open?file={path}&line={line}"\n',
  });
  const { body } = await get(dev.port, pageOf('', { view: 'problems' }));
  const listed = ['invalid bytes.md', 'invalid date.md', 'invalid yaml.md', 'published long.md'];
  expect(listOf(body).sort()).toEqual(listed);
  expect(listOf(body).at(-1)).toBe('published long.md');
  expect(body).toContain('>4 errors, 1 warning</a>');
  // Errors first, each with its line; of a long one, a part with its place.
  const places = [...body.matchAll(/>([a-z]+\.md:\d+):\d+<\/a> <strong>(\w+)/g)].map(
    ([, place, kind]) => `${kind} ${place}`,
  );
  expect(places).toEqual([
    ...['error bytes.md:2', 'error date.md:2', 'error date.md:3', 'error yaml.md:3', 'warning long.md:4'],
  ]);
  expect(body).toContain('<pre tabindex="0">publish_at: 2026-02-30\n');
  expect(body).toMatch(/>…[rd]* (?:word )+\[gone\]\(gone\.md\)\n/);
  expect(body).toContain('href="/dev/guide/problems/broken-link.md"');
  // The setting `editor` says what opens a problem, and a file.
  const editor = `idea://open?file=${encodeURI(join(dev.content, 'long.md'))}&amp;line=`;
  expect(body).toContain(`<a href="${editor}4">`);
  const long = (await get(dev.port, pageOf('long.md'))).body;
  expect(long).toContain(`<a class="editor" href="${editor}1">`);
  expect(long).toMatch(/<details class="galley-mark warning"><summary [^>]*>!<.*<\/details>\s*<p>word/s);

  expect(JSON.parse((await get(dev.port, jsonOf('date.md'))).body)).toMatchObject({ slug: 'date', title: 'Text' });
  const date = await get(dev.port, pageOf('date.md'));
  expect(date.status).toBe(200);
  expect(date.body).toMatch(/<details class="galley-mark error" open>.*bad-date.*>Text<\/h1>/s);
  for (const file of ['yaml.md', 'bytes.md']) {
    const shown = await get(dev.port, pageOf(file));
    expect([shown.status, (await get(dev.port, jsonOf(file))).status]).toEqual([422, 422]);
    expect(shown.body).toMatch(
      /cannot be shown until its problems are fixed.*<details class="galley-mark error" open>/s,
    );
  }
});

test('a page of the guide is there without a network, and nothing else of the package', async () => {
  const { status, body } = await get(shared.port, '/dev/guide/problems/broken-link.md');
  expect(status).toBe(200);
  expect(body).toMatch(/<h1>.*broken-link.*<\/h1>/);
  expect(body).toContain('href="/dev/guide/images-and-links.md');
  for (const path of ['../README.md', 'problems/..%2f..%2fREADME.md', 'none.md', 'images/galley-tray.svg', '']) {
    expect((await get(shared.port, `/dev/guide/${path}`)).status, path).toBe(404);
  }
});
