import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fastGlob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { droppingLines } from '../../build/cli/dropping-lines.ts';
import { toOutput } from '../../build/cli/output.ts';
import { logJson, logProblems } from '../../build/cli/server-log.ts';
import { FailedRead } from '../../src/core/file-errors.ts';
import { firstOf } from '../support/amount.ts';
import { galley, root, writeFiles } from '../support/command.ts';
import { startObjectStore } from '../support/object-store.ts';
import { makeFolder } from '../support/server.ts';
import { needsGalley } from '../support/site.ts';

/** What terminals obey: a title, a colour, a line that is cleared, a link, DEL, C1, and text that runs backwards. */
const hostile = {
  'C0 and escape sequences': '\u0007\u0008\u000b\u001b[2J\u001b]0;title\u0007\u001b[8mhidden\u001b[31m',
  DEL: '\u007f',
  C1: '\u0085\u009b2J\u009d0;title\u009c',
  'directions of writing': '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
};

/** All of them but line ends, which lists are made of. */
const obeyed = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Names of files may hold anything but NUL and a slash. */
const toName = (text: string): string => text.replaceAll('/', '');

async function makeSite(text: string): Promise<string> {
  const folder = await makeFolder();
  const name = toName(text);
  await writeFiles(folder, {
    ...needsGalley,
    [`content/a${name}.md`]: `---\ntitle: "a${JSON.stringify(text).slice(1, -1)}"\ndate: 2026-01-01\n---\nText.\n`,
    [`content/b${name}.md`]: `---\ntitle: ${text}\ndate: 2026-13-${text}\n${text}: x\n---\n![${text}](${text}.png) [x](${name}.md) {{< ${text} >}}\n`,
    'content/c.md': '---\ntitle: C\ndate: 2026-01-01\n---\nText.\n',
  });
  return folder;
}

const commands = [
  ['build', '--all'],
  ['build', '--json'],
  ['check', '--all'],
  ['check', '--format', 'json'],
  ['check', '--format', 'github'],
  ['diff', '--all'],
  ['diff', '--format', 'markdown'],
  ['diff', '--json'],
  ['init'],
];

describe.each(firstOf(1, Object.entries(hostile)))('%s', { tags: ['scaled'] }, (_, text) => {
  test.each(commands)('of content are not printed by galley %s %s %s', async (...args) => {
    const folder = await makeSite(text);
    if (args[0] === 'diff') await galley(folder, ['build']);
    const { out, err } = await galley(folder, args.filter(Boolean));
    expect(out).not.toBe('');
    expect(obeyed.exec(out + err)).toBeNull();
    // For programs nothing is lost.
    if (args.includes('--json') || args.includes('json')) expect(JSON.stringify(JSON.parse(out))).toContain('"');
    if (args.join(' ') === 'check --format json') expect(JSON.parse(out).problems[0].path).toContain(toName(text));
  });

  test('of arguments are not printed', async () => {
    const folder = await makeSite(text);
    const rows = [
      [text],
      ['build', `--${text}`],
      ['build', '--site', text],
      ['build', '--content', text],
      ['rollback', text],
      ['key', 'new', text],
      ['key', 'revoke', text],
      ['diff', '--against', text],
      ['push', `s3://${text}`],
      ['deploy', 'check', text],
      ['init', text],
      ['new', text],
    ];
    for (const args of rows) {
      const { out, err } = await galley(folder, args);
      expect(obeyed.exec(out + err), args.join(' ')).toBeNull();
    }
  });

  test('of the configuration are not printed', async () => {
    const folder = await makeSite(text);
    for (const setting of ['site', 'content', 'invalid', 'keys', text]) {
      await writeFile(join(folder, 'galley.config.yaml'), `${JSON.stringify(setting)}: ${JSON.stringify(text)}\n`);
      for (const args of [['check'], ['check', '--format', 'json'], ['key', 'list']]) {
        const { out, err } = await galley(folder, args);
        expect(obeyed.exec(out + err), setting).toBeNull();
      }
    }
  });

  test('of a store are not printed', { tags: ['long'] }, async () => {
    const folder = await makeSite(text);
    await galley(folder, ['build']);
    const store = await startObjectStore();
    const env = { AWS_ENDPOINT_URL_S3: store.endpoint, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
    expect((await galley(folder, ['push', 's3://articles/live', '--allow-http'], env)).code).toBe(0);
    for (const status of [200, 302, 403, 412]) {
      store.meddle = (_, response) => {
        const code = `<Error><Code>${text}</Code><Message>${text}</Message></Error>`;
        response.writeHead(status, { 'Content-Type': 'application/xml' }).end(code);
        return true;
      };
      for (const args of [
        ['push', 's3://articles/live', '--allow-http'],
        ['releases', '--store', 's3://articles/live'],
      ]) {
        const { out, err } = await galley(folder, args, env);
        expect(obeyed.exec(out + err), `${status}`).toBeNull();
      }
    }
  });

  test('of requests and errors are not logged', () => {
    let printed = '';
    const stream = new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        printed += chunk;
        done();
      },
    });
    const output = toOutput(stream, stream);
    for (const log of [logJson(droppingLines(output)), logProblems(output)]) {
      for (const error of [new Error(text), new FailedRead(text, text), text]) log({ event: 'error', error });
      const request = { method: text, target: text, status: 400, bytes: 0, milliseconds: 0, key: text };
      log({ event: 'response', ...request });
    }
    expect(printed).not.toBe('');
    expect(obeyed.exec(printed)).toBeNull();
  });
});

test('styles of problems are printed where a stream shows them, and only these', () => {
  const print = (isTTY: boolean): string => {
    const chunks: string[] = [];
    const write = (chunk: string, _: unknown, done: () => void): void => {
      chunks.push(chunk);
      done();
    };
    const stream = Object.assign(new Writable({ decodeStrings: false, write }), { isTTY, getColorDepth: () => 8 });
    toOutput(stream, stream).print('\u001b[31mred\u001b[39m \u001b[8mhidden\u001b[28m');
    return chunks.join('');
  };
  expect(print(true)).toBe('\u001b[31mred\u001b[39m \ufffd[8mhidden\ufffd[28m\n');
  expect(print(false)).toBe('\ufffd[31mred\ufffd[39m \ufffd[8mhidden\ufffd[28m\n');
});

test('every command prints by way of its output', () => {
  const printing = fastGlob
    .sync(['build/**/*.ts', 'src/**/*.ts'], {
      cwd: root,
      ignore: ['build/release/description/page/**'],
    })
    .filter((file) =>
      /\bstd(?:out|err)\.write|console\.\w+\(|new Console\(/.test(readFileSync(join(root, file), 'utf8')),
    )
    .sort();
  expect(printing).toEqual([
    // The log of a server, as JSON that is safe to print.
    'build/cli/dropping-lines.ts',
    'build/cli/output.ts',
    // Help and errors of usage.
    'build/cli/program.ts',
    // Only '', to learn that all before it was written.
    'build/cli/run-process.ts',
  ]);
});
