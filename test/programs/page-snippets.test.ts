/** @module-tag program */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Element, Nodes } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../build/release/description/page/to-text.ts';
import type { Article, ListEnvelope } from '../../src/core/article.ts';
import { cli, galley, startProgram, writeFiles } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hasCommand } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

/** How each language is run, and the name of the file that the page says; the shell takes what is pasted. */
const runs: Record<Language, { program: string; file: RegExp | null }> = {
  sh: { program: 'sh', file: null },
  js: { program: 'node', file: /^\/\/ node (\S+)$/m },
  python: { program: 'python3', file: /^# python3 (\S+)$/m },
  php: { program: 'php', file: /\/\/ php (\S+)$/m },
};

const count = 230;

interface ChangeList {
  data: Article[];
  removed: number[];
}

const post = (number: number, words = 'Text'): string =>
  `---\npublish_at: 2026-01-01T00:00:00Z\nid: ${number}\n---\n# Post ${number}\n\n${words}\n`;

describe.each(Object.entries(languages) as [Language, string][])('%s', (language, name) => {
  const { program, file } = runs[language];
  const isHere = hasCommand(language === 'sh' ? 'curl' : program);

  test.skipIf(!isHere)(`the examples in ${name} run as they stand on the page`, async () => {
    const site = await startSite();
    const [first, one, all, keep] = await readExamples(site.address, language);
    const folder = await makeFolder();
    const run = (code: string | undefined) => runCode(folder, code ?? '', site.key);

    const list = await run(first);
    for (const number of [230, 221]) expect(list).toContain(`Post ${number}`);
    expect(list).not.toContain('Post 220');

    const article = await run(one);
    expect(article).toContain('Post 230');
    expect(article).toContain('<p>Text</p>');
    expect(article).not.toContain('<h1');

    const everything = await run(all);
    if (language !== 'sh') expect(everything).toBe(`${count} articles\n`);
    else {
      const pages = (await readdir(folder)).filter((each) => /^page-\d+\.json$/.test(each)).sort();
      expect(pages).toEqual(['page-1.json', 'page-2.json', 'page-3.json']);
      const articles = await Promise.all(pages.map(async (page) => readJson<ListEnvelope>(join(folder, page))));
      expect(new Set(articles.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(count);
    }

    if (language === 'sh') {
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
    expect(await run(keep)).toBe(`${count} articles\n`);
    expect(await copy()).toEqual(await site.crawl());

    // Nothing new.
    await site.responses();
    expect(await run(keep)).toBe(`${count} articles\n`);
    expect(await site.responses()).toEqual(['GET 200']);

    // A new article, one that was edited, one that was taken down, and one between the others.
    const between = post(232).replace('2026-01-01', '2025-01-01');
    await site.publish({ '231.md': post(231), '5.md': post(5, 'Edited'), '7.md': null, '232.md': between });
    await site.responses();
    expect(await run(keep)).toBe(`${count + 1} articles\n`);
    expect(await site.responses()).toEqual(['GET 200']);
    expect(await copy()).toEqual(await site.crawl());

    // A token that nobody knows.
    const file = join(folder, 'articles.json');
    const kept = await readJson<object>(file);
    await writeFile(file, JSON.stringify({ ...kept, token: `${'a'.repeat(32)}-1`, articles: { 999: { id: 999 } } }));
    expect(await run(keep)).toBe(`${count + 1} articles\n`);
    expect(await copy()).toEqual(await site.crawl());
  });

  /** Puts the code where the page says, and runs it. */
  async function runCode(folder: string, code: string, key: string): Promise<string> {
    const [, path] = file === null ? [] : (file.exec(code) ?? []);
    if (file !== null) expect(path).toBeDefined();
    if (path !== undefined) await writeFile(join(folder, path), code);
    const child = spawn(program, path === undefined ? ['-c', code] : [path], {
      cwd: folder,
      env: { ...process.env, KEY: key },
    });
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
  const html = await (await fetch(address)).text();
  const [line] = [...walk(fromHtml(html))]
    .filter((node) => is(node, 'pre'))
    .map(textOf)
    .filter((text) => text.includes('read '));
  const child = spawn('sh', ['-c', `${line}\nprintenv KEY`]);
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stdin.end(`${key}\n`);
  await once(child, 'close');
  return text;
}

/** A site as its operator starts it: built for its own address, served, and built again. */
async function startSite() {
  const folder = await makeFolder();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
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
  let read = 0;
  return {
    address,
    key,
    /** Methods and statuses of what programs were answered since this was last asked, sorted. */
    async responses(): Promise<string[]> {
      // The log may come later than the responses: a request of our own shows where they end.
      const own = `?asked=${read}`;
      await fetch(`${list}${own}`, { headers });
      while (!/\n/.test(running.text.out.split(own)[1] ?? '')) await sleep(20);
      const lines = running.text.out
        .slice(read)
        .split('\n')
        .filter((line) => line.includes('"status"'));
      read = running.text.out.length;
      const responses = lines.map((line) => JSON.parse(line)).filter(({ target }) => !target.includes('?asked='));
      return responses.map(({ method, status }) => `${method} ${status}`).sort();
    },
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

/** Of each group, the one in this language. */
async function readExamples(address: string, language: Language): Promise<string[]> {
  const html = await (await fetch(address)).text();
  const figures = [...walk(fromHtml(html))].filter((node) => is(node, 'figure'));
  const own = figures.filter(({ properties }) => [properties.className].flat().includes(`in-${language}`));
  const codes = own.flatMap((figure) => [...walk(figure)].filter((node) => is(node, 'code')).map(textOf));
  expect(codes).toHaveLength(4);
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
