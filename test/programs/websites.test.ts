/** @module-tag program */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import fastGlob from 'fast-glob';
import { expect, test } from 'vitest';
import type { LogEntry } from '../../src/adapters/node.ts';
import type { ListEnvelope } from '../../src/core/article.ts';
import { root, writeFiles } from '../support/command.ts';
import { readGuideFiles } from '../support/guide.ts';
import { hasOutside, outside } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { serveContent } from '../support/serve-content.ts';
import { makeFolder } from '../support/server.ts';

const post = (title: string, day: number, text = `# H\n\nText of *${title}*.`): string =>
  `---\ntitle: ${title}\ndate: 2026-01-0${day}\n---\n${text}\n`;
const before = {
  'kept.md': post('Kept', 1, '# H\n\n`{{ a }}` &lt; {b} "“\n\n## Über *uns*'),
  'edited.md': post('Edited', 2),
  'removed.md': post('Removed', 3),
  'привет-мир.md': post('Привет', 4),
  'v1.2-rc.md': post('V', 5),
};
const { 'removed.md': _, ...rest } = before;
const after = { ...rest, 'edited.md': post('Edited', 2, 'Other text.'), 'new.md': post('New', 6) };

const list = '/api/v1/articles?per_page=100&exclude_h1=true&exclude_markdown=true';
const changes = '/api/v1/changes?per_page=100&include_details=true&exclude_h1=true';

/**
 * Tools, the files of the guide for them, where they write pages, and what they ask for in a build and in the next one.
 */
const tools = [
  {
    ...{ tool: 'astro', args: ['build'], files: /^src\/(?:content|pages\/\[slug)/, pages: 'dist' },
    asked: [
      [changes],
      [expect.stringMatching(/^\/api\/v1\/changes\?per_page=100&include_details=true&exclude_h1=true&since=./)],
    ],
    printed: [/Articles: 5 new or changed, 0 gone\./, /Articles: 2 new or changed, 1 gone\./],
  },
  {
    ...{ tool: '@11ty/eleventy', args: [], files: /^(?:_data|article)/, pages: '_site' },
    asked: [[list], [list]],
    printed: [/Wrote 5 files/, /Wrote 5 files/],
  },
];

test.for(tools)(
  'with the files of the guide $tool makes a page of each article, again after changes',
  { timeout: 300_000 },
  async ({ tool, args, files, pages, asked, printed }, { skip }) => {
    if (!hasOutside(tool)) return skip();
    const targets: string[] = [];
    const log = (entry: LogEntry): void => void (entry.event === 'response' && targets.push(entry.target));
    const server = await serveContent(before, { log });
    const folder = await makeFolder();
    await writeFiles(folder, { 'package.json': '{"type":"module"}' });
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', `${server.site}/client.tgz`], {
      cwd: folder,
    });
    await mkdir(dirname(join(folder, 'node_modules', tool)), { recursive: true });
    await symlink(join(outside, 'node_modules', tool), join(folder, 'node_modules', tool));
    const example = Object.entries(await readGuideFiles('on-a-website', files));
    expect(example).toHaveLength(2);
    await writeFiles(folder, {
      ...Object.fromEntries(
        example.map(([file, code]) => [file, code.replace('https://articles.example.com', server.site)]),
      ),
      'tsconfig.json': '{"extends":"astro/tsconfigs/strict","include":[".astro/types.d.ts","src"]}',
    });
    const run = (command: string, ...more: string[]) =>
      promisify(execFile)(command, more, {
        cwd: folder,
        env: { ...process.env, KEY: key, ASTRO_TELEMETRY_DISABLED: '1' },
      });

    for (const turn of [0, 1]) {
      // With a warning that an article is gone.
      if (turn === 1) await server.publish(after).catch(() => server.refresh());
      await rm(join(folder, '_site'), { recursive: true, force: true });
      targets.length = 0;
      const { stdout } = await run(join(outside, 'node_modules', '.bin', tool.replace('@11ty/', '')), ...args);
      expect(stdout).toMatch(printed[turn] ?? '');
      expect(targets).toEqual(asked[turn]);

      const response = await fetch(`${server.site}/api/v1/articles?exclude_h1=true`, { headers: { 'X-Api-Key': key } });
      const { data } = (await response.json()) as ListEnvelope;
      const written = await fastGlob('**/*', { cwd: join(folder, pages) });
      expect(written.sort()).toEqual(data.map(({ slug }) => `${slug}/index.html`).sort());
      for (const { slug, title, html } of data) {
        const page = await readFile(join(folder, pages, slug, 'index.html'), 'utf8');
        expect(page).toContain(`<h1>${title}</h1>`);
        expect(page).toContain(html);
        expect(page).not.toContain(key);
        if (tool !== 'astro') continue;
        for (const [, id] of html.matchAll(/<h2 id="([^"]*)"/g)) expect(page).toContain(`<a href="#${id}">`);
      }
    }
    if (tool === 'astro') {
      const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
      await run(join(root, 'node_modules', '.bin', 'tsc'), '--noEmit', '--project', '.', ...types);
    }
  },
);
