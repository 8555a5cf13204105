import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAssetPath, isShownPath, sourceExtensions } from '../../../build/source/asset-paths.ts';
import { root } from '../../support/command.ts';

test.each([
  ...['report.pdf', 'a/data.csv', 'code.zip', 'talk.key', 'setup.tar.gz', 'a.7z', 'Budget 2024.XLSX', 'notebook.ipynb'],
  ...['data.json', 'monkeys.json', 'track.gpx', 'a.b/c.txt', '..odd.png', '../report.pdf', 'package.zip'],
])('%s may be copied', (path) => {
  expect(isAssetPath(path)).toBe(true);
});

test.each([
  ...['a.md', 'a.MDX', 'a.html', 'conf.py', 'site.ts', 'theme/style.css', 'a.njk', '_config.yml', 'Gemfile.lock'],
  ...['package.json', 'a/package-lock.json', 'tsconfig.build.json', 'client_secret_1.json', 'credentials.JSON'],
  ...['id_rsa', 'Makefile', '.env', '.env.pdf', '.git/report.pdf', 'a/.hidden/data.csv', 'node_modules/a/b.pdf'],
  ...['server.pem', 'wallet.kdbx', 'dump.sql', 'a.bak', 'v1.2', 'a.', 'a.p df', 'Mr. Smith', ''],
])('%j is never copied', (path) => {
  expect(isAssetPath(path)).toBe(false);
});

test('images, audio and video are shown, wherever they lie, and nothing else is', () => {
  expect(['a.png', '.b/a.SVG', 'a.mp4', 'a.mp3', 'a.vtt'].every(isShownPath)).toBe(true);
  expect(['a.pdf', 'a.html', 'png', ''].some(isShownPath)).toBe(false);
});

test('the guide lists the extensions', () => {
  const page = readFileSync(join(root, 'content/images-and-links.md'), 'utf8');
  for (const [kind, extensions] of Object.entries(sourceExtensions)) {
    const written = extensions
      .split(' ')
      .map((extension) => `\`${extension}\``)
      .join(' ');
    expect(page).toContain(`| ${kind} | ${written} |`);
  }
});
