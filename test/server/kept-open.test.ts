import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { amount } from '../support/amount.ts';
import { key } from '../support/release.ts';
import { serveContent } from '../support/serve-content.ts';

const headers = { 'X-Api-Key': key };
const post = (id: number, text: string): string => `---\nid: ${id}\ndate: 2026-01-01\ntags: [x]\n---\n\n${text}\n`;

test.each(['/api/v1/articles', '/'])('a connection for %s stays open as long as is set', async (path) => {
  const { site } = await serveContent({ 'a.md': post(1, 'A') }, { keepAlive: 610 });
  const response = await fetch(`${site}${path}`, { headers });
  expect(response.headers.get('Keep-Alive')).toBe('timeout=610');
});

const publishes = amount({ test: 4, all: 20, soak: 100 });

// Files that were read last stay open, 128 at most, however many releases are kept.
test('open files are bounded over publishes, with crawls of earlier releases', {
  tags: ['long', 'scaled'],
  timeout: 600_000,
}, async () => {
  const files: Record<string, string> = Object.fromEntries([1, 2, 3].map((id) => [`a${id}.md`, post(id, 'Text')]));
  const server = await serveContent(files);
  const open = (): number => readdirSync('/proc/self/fd').length;
  const before = open();
  const pinned: string[] = [];
  const found: number[] = [];
  for (let n = 0; n < publishes; n++) {
    files[`b${n}.md`] = post(100 + n, `Text ${n}`);
    files['a1.md'] = post(1, `Text ${n}`).replace('2026-01-01', `2025-01-01T00:00:${String(n % 60).padStart(2, '0')}Z`);
    await server.publish(files);
    const list = `${server.site}/api/v1/articles?per_page=1`;
    const { links } = (await (await fetch(list, { headers })).json()) as { links: { next: string } };
    pinned.push(links.next);
    const targets = [...pinned, `${list}&exclude_html=true`, `${list}&tag=x`, `${server.site}/api/v1/terms?kind=tag`];
    for (const target of targets) await (await fetch(target, { headers })).arrayBuffer();
    found.push(open() - before);
  }
  expect(Math.max(...found)).toBeLessThan(128 + 32);
});
