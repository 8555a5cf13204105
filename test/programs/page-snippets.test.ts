/** @module-tag program */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Article, ListEnvelope } from '../../src/core/article.ts';
import { cli, galley, startProgram, writeFiles } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hasCommand } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

/** Languages of the examples, by the word after their fences. */
const languages = { sh: 'curl', js: 'JavaScript', python: 'Python', php: 'PHP' };

type Language = keyof typeof languages;

/** What runs each language. The first line of a program says how; the shell takes what is pasted. */
const programs: Record<Language, boolean> = {
  sh: hasCommand('curl'),
  js: true,
  python: hasCommand('python3'),
  php: hasCommand('php'),
};

const count = 230;

interface ChangeList {
  data: Article[];
  removed: number[];
}

const post = (number: number, words = 'Text'): string =>
  `---\npublish_at: 2026-01-01T00:00:00Z\nid: ${number}\n---\n# Post ${number}\n\n${words}\n`;

describe.each(Object.entries(languages) as [Language, string][])('%s', { timeout: 180_000 }, (language, name) => {
  test.skipIf(!programs[language])(`the examples in ${name} run as they stand on the page`, async () => {
    const site = await startSite();
    const [first, one, keep] = await readExamples(site.address, language);
    const folder = await makeFolder();
    const run = (code: string | undefined) => runCode(folder, code ?? '', site.key);

    const list = await run(first);
    for (const number of [230, 221]) expect(list).toContain(`Post ${number}`);
    expect(list).not.toContain('Post 220');

    const article = await run(one);
    expect(article).toContain('Post 230');
    expect(article).toContain('<p>Text</p>');
    expect(article).not.toContain('<h1');

    if (language === 'sh') {
      const all = await readLine(site.address, 'page-$number');
      site.faults.push(503, 429);
      await run(all);
      const pages = (await readdir(folder)).filter((each) => /^page-\d+\.json$/.test(each)).sort();
      expect(pages).toEqual(['page-1.json', 'page-2.json', 'page-3.json']);
      const articles = await Promise.all(pages.map(async (page) => readJson<ListEnvelope>(join(folder, page))));
      expect(new Set(articles.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(count);

      expect(await takeKey(site.address, 'gly_something')).toBe('gly_something\n');
      const changes = async (): Promise<string[]> => {
        await run(keep);
        const names = (await readdir(folder)).filter((each) => /^changes-\d+\.json$/.test(each));
        const pages = await Promise.all(names.map((name) => readJson<ChangeList>(join(folder, name))));
        await Promise.all(names.map((name) => rm(join(folder, name))));
        return pages.flatMap(({ data, removed }) => [
          ...data.map(({ id }) => `${id}`),
          ...removed.map((id) => `-${id}`),
        ]);
      };
      expect((await changes()).length).toBe(count);
      expect(await changes()).toEqual([]);
      await site.publish({ '230.md': post(230, 'Other words'), '7.md': null });
      expect((await changes()).sort()).toEqual(['-7', '230']);
      return;
    }
    const copy = async (): Promise<Article[]> => {
      const { articles } = await readJson<{ articles: Record<string, Article> }>(join(folder, 'articles.json'));
      return Object.values(articles).sort((a, b) => b.id - a.id);
    };
    site.faults.push(503, 429);
    site.responses.length = 0;
    expect(await run(keep)).toBe(`${count} articles\n`);
    expect(site.responses).toEqual([503, 429, 200, 200, 200].map((status) => `GET ${status}, asked for gzip`));
    expect(await copy()).toEqual(await site.crawl());

    // Nothing new.
    site.responses.length = 0;
    expect(await run(keep)).toBe(`${count} articles\n`);
    expect(site.responses).toEqual(['GET 200, asked for gzip']);

    // A new article, one that was edited, one that was taken down, and one between the others.
    const between = post(232).replace('2026-01-01', '2025-01-01');
    await site.publish({ '231.md': post(231), '5.md': post(5, 'Edited'), '7.md': null, '232.md': between });
    site.responses.length = 0;
    expect(await run(keep)).toBe(`${count + 1} articles\n`);
    expect(site.responses).toEqual(['GET 200, asked for gzip']);
    expect(await copy()).toEqual(await site.crawl());

    // A token that nobody knows.
    const file = join(folder, 'articles.json');
    const kept = await readJson<object>(file);
    await writeFile(
      file,
      JSON.stringify({
        ...kept,
        token: `${'a'.repeat(32)}-1`,
        articles: language === 'js' ? [{ id: 999 }] : { 999: { id: 999 } },
      }),
    );
    expect(await run(keep)).toBe(`${count + 1} articles\n`);
    expect(await copy()).toEqual(await site.crawl());
  });

  const compiled = new Set<string>();

  /** Puts the code where its first line says, and runs it as that says; what is compiled already is not compiled again. */
  async function runCode(folder: string, code: string, key: string): Promise<string> {
    const [, command = ''] = /^(?:<\?php )?(?:#|\/\/) (.+)$/m.exec(code) ?? [];
    const path = command.match(/\w+\.\w+/g)?.at(-1);
    const steps = language === 'sh' ? [code] : command.split(' && ');
    if (language !== 'sh') {
      expect(path).toBeDefined();
      await writeFile(join(folder, path ?? ''), code);
    }
    const env = { ...process.env, KEY: key };
    const [compile] = steps.length > 1 ? steps.splice(0, 1) : [];
    if (compile !== undefined && !compiled.has(code))
      expect((await once(spawn('sh', ['-c', compile], { cwd: folder, env }), 'close'))[0]).toBe(0);
    compiled.add(code);
    const child = spawn('sh', ['-c', steps.join('')], { cwd: folder, env });
    let text = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const [status] = await once(child, 'close');
    expect([status, language === 'sh' ? '' : errors]).toEqual([0, '']);
    return text;
  }
});

/** What the line of the page that takes the key into the environment makes of one. */
async function takeKey(address: string, key: string): Promise<string> {
  const line = await readLine(address, 'read ');
  const child = spawn('sh', ['-c', `${line}\nprintenv KEY`]);
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stdin.end(`${key}\n`);
  await once(child, 'close');
  return text;
}

/** The block of code of the page that has this text. */
async function readLine(address: string, has: string): Promise<string> {
  const html = await (await fetch(address)).text();
  const blocks = [...walk(fromHtml(html))].filter((node) => is(node, 'pre')).map(textOf);
  return blocks.filter((text) => text.includes(has))[0] ?? '';
}

/** Passes requests on to a port, save that it gives each status of `faults` first, and requests that come within a second then 400. */
async function startProxy(port: number) {
  const responses: string[] = [];
  const faults: number[] = [];
  let closedUntil = 0;
  const server = createServer(({ method, url, headers }, response) => {
    const encoding = headers['accept-encoding'];
    const note = (status = 0): void => {
      responses.push(`${method} ${status}${/gzip/.test(`${encoding}`) ? ', asked for gzip' : ''}`);
    };
    const isOpen = !url?.startsWith('/api/');
    const fault = isOpen ? undefined : performance.now() < closedUntil ? 400 : faults.shift();
    if (fault !== undefined) {
      note(fault);
      closedUntil = performance.now() + 990;
      response.writeHead(fault, { 'Retry-After': '1' }).end('{}');
      return;
    }
    const passed = httpRequest({ host: '127.0.0.1', port, path: url, method, headers }, (found) => {
      if (!isOpen) note(found.statusCode);
      found.pipe(response.writeHead(found.statusCode ?? 0, found.headers));
    });
    passed.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, responses, faults };
}

/** A site as its operator starts it: built for its own address, served, and built again. */
async function startSite() {
  const folder = await makeFolder();
  const port = await freePort();
  const { address, responses, faults } = await startProxy(port);
  const names = Array.from({ length: count }, (_, i) => i + 1);
  await writeFiles(join(folder, 'content'), Object.fromEntries(names.map((each) => [`${each}.md`, post(each)])));
  const build = async (): Promise<string> => {
    const { code, out, err } = await galley(folder, ['build', '--json', '--site', address]);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out).written.release;
  };
  await build();
  const { out: made } = await galley(folder, ['key', 'new', 'tests']);
  const [key = ''] = /gly_\w+/.exec(made) ?? [];
  const running = startProgram(process.execPath, [cli, 'serve', '--json', '--port', String(port)], folder);
  await running.until(/listening/);
  const headers = { 'X-Api-Key': key };
  const list = `${address}/api/v1/articles`;
  return {
    address,
    key,
    /** Methods and statuses of what was responded, in order. */
    responses,
    /** Statuses of the next responses. */
    faults,
    async publish(files: Record<string, string | null>): Promise<void> {
      for (const [name, text] of Object.entries(files)) {
        if (text === null) await rm(join(folder, 'content', name));
        else await writeFiles(join(folder, 'content'), { [name]: text });
      }
      const release = await build();
      for (;;) {
        const { headers: found } = await fetch(list, { method: 'HEAD', headers });
        if (release.startsWith(found.get('Galley-Release') ?? '-')) return;
        await sleep(20);
      }
    },
    async crawl(): Promise<Article[]> {
      const articles: Article[] = [];
      for (let next: string | null = list; next !== null; ) {
        const { data, links } = (await (await fetch(next, { headers })).json()) as ListEnvelope;
        articles.push(...data);
        next = links.next;
      }
      return articles.sort((a, b) => b.id - a.id);
    },
  };
}

/** Those of the calls that are shown in each language: the shell first, and then the others, which open. */
async function readExamples(address: string, language: Language): Promise<string[]> {
  const html = await (await fetch(address)).text();
  const blocks = html
    .split(/(?=<pre role="group" aria-label="[^"]*, sh">)/)
    .filter((part) => part.includes('<details>'));
  const codes = blocks.flatMap((block) =>
    [...walk(fromHtml(block))]
      .filter((node) => is(node, 'pre') && `${node.properties.ariaLabel}`.endsWith(`, ${language}`))
      .slice(0, 1)
      .map(textOf),
  );
  expect(codes).toHaveLength(3);
  return codes;
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8'));
}

function* walk(node: Nodes): Generator<Nodes> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* walk(child);
}

function is(node: Nodes, name: string): node is Element {
  return node.type === 'element' && node.tagName === name;
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
