import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { start } from '../support/command.ts';
import { makeSite } from '../support/site.ts';

/** Stands in what readers must not see. */
const marker = 'zwiebel';

const hidden = [
  ...[
    '<!-- zwiebel -->',
    '[//]: # (zwiebel)',
    '<? zwiebel ?>',
    '{# zwiebel #}',
    '{% comment %}zwiebel{% endcomment %}',
  ],
  ...[
    '{{/* zwiebel */}}',
    '<div hidden>zwiebel</div>',
    '<p style="opacity: 0">zwiebel</p>',
    '::: hidden\nzwiebel\n:::',
  ],
  ...['{>> zwiebel <<}', '#+BEGIN_COMMENT\nzwiebel\n#+END_COMMENT', ':::{only} latex\nzwiebel\n:::', '% zwiebel'],
];

const article = (title: string, parts: readonly string[]): string =>
  `---\ntitle: ${title}\npublish_at: 2026-01-01\n---\nText of ${title}.\n\n${parts.join('\n\n')}\n\nThe end.\n`;

test('nothing of hidden text is in a file of a release, in what commands print, or on the page of dev', {
  timeout: 60_000,
}, async () => {
  const { folder, run, write } = await makeSite({
    'content/tea.md': article('Tea', []),
    'content/coffee.md': article('Coffee', hidden),
  });
  const printed = [await run('build'), await run('build', '--json')];
  await write({ 'content/tea.md': article('Tea', [...hidden, 'More.']) });
  printed.push(await run('diff'), await run('diff', '--format', 'markdown'));
  printed.push(await run('build'), await run('check'));
  const secret = '{{< encrypt "zwiebel" >}}\n\nzwiebel\n\n{{< /encrypt >}}';
  await write({ 'content/members.md': article('Members', [secret]) });
  const refused = await run('build');
  expect([refused.code, refused.err + refused.out]).toEqual([1, expect.stringContaining('hidden-text')]);
  expect(JSON.stringify([...printed, refused])).not.toContain(marker);
  expect(printed.map(({ code }) => code).every((code) => code === 0 || code === 1)).toBe(true);

  let files = 0;
  for (const entry of await readdir(join(folder, 'public'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    const text = unzip(bytes);
    expect(text.includes(marker), entry.name).toBe(false);
    if (text.includes('Text of Coffee')) files++;
  }
  expect(files).toBeGreaterThan(0);

  const dev = start(folder, ['dev', '--port', '0']);
  const [, address = ''] = await dev.until(/(http:\/\/\S+)/);
  for (const path of ['', 'articles/coffee', 'coffee', 'problems']) {
    const response = await fetch(new URL(path, address));
    expect(await response.text(), path).not.toContain(marker);
  }
  expect(JSON.stringify(dev.text)).not.toContain(marker);
});

/** Every gzip member of a file as text, or the file where it has none. */
function unzip(bytes: Buffer): string {
  let text = bytes.toString('utf8');
  for (
    let at = bytes.indexOf(Buffer.from([0x1f, 0x8b, 8]));
    at !== -1;
    at = bytes.indexOf(Buffer.from([0x1f, 0x8b, 8]), at + 1)
  ) {
    try {
      text += gunzipSync(bytes.subarray(at)).toString('utf8');
    } catch {
      // Several in a row, or no member at all.
    }
  }
  return text;
}
