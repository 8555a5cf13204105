/** @module-tag program */
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../support/command.ts';
import { hasCommand } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

const readme = await readFile(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, language, text]) => ({
  language,
  text: text ?? '',
}));
const commands = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n'));

/** No script, no network, and nothing that npm has from before. */
const withoutNetwork = {
  npm_config_offline: 'true',
  npm_config_ignore_scripts: 'true',
  npm_config_update_notifier: 'false',
};

test.skipIf(!hasCommand('curl'))(
  'every command of the README works, in its order, on a fresh copy',
  { timeout: 120_000 },
  async () => {
    const folder = await copyProject();
    const environment = { ...process.env, ...withoutNetwork, npm_config_cache: join(folder, '..', 'npm') };
    const [start, exported, ...requests] = commands;
    const intoOther = requests.pop() ?? '';
    // `npm ci` is what brought these tests here; it is not run inside them.
    expect([start, exported]).toEqual(['npm ci && npm start', 'export KEY=gly_…']);
    expect(readme).toContain('`npm ci && npm test`');
    const first = await startServing(folder, 'npm start', environment);
    onTestFinished(first.end);
    const [, curl = ''] = /^ {2}(curl .*)$/m.exec(first.text()) ?? [];
    expect(JSON.parse(await shell(folder, curl, environment)).data).toHaveLength(2);
    await first.end();

    const textOf = (language: string): string => blocks.find((block) => block.language === language)?.text ?? '';
    await writeFile(join(folder, 'content', 'hello.md'), textOf('markdown'));
    const second = await startServing(folder, 'npm start', environment);
    onTestFinished(second.end);
    const [KEY = ''] = /gly_\w+/.exec(second.text()) ?? [];
    expect(first.text()).toContain(KEY);
    const [article = '', list = '', ...others] = requests;
    expect(others).toEqual([]);
    const withKey = { ...environment, KEY };
    expect(JSON.parse(await shell(folder, article, withKey))).toEqual(JSON.parse(textOf('json')));
    expect(JSON.parse(await shell(folder, list, withKey)).data).toHaveLength(10);
    for (const line of await curlsOfGuide()) {
      const asked = line.replace('curl', "curl --no-fail -o /dev/null -w '%{http_code}'").replace(/ \|.*/, '');
      const status = line.endsWith('/14') ? '404' : '200';
      expect.soft((await shell(folder, asked, withKey)).slice(-3), line).toBe(status);
    }
    await second.end();

    const site = join(folder, '..', 'my-site');
    await shell(folder, intoOther, environment);
    await mkdir(join(site, 'content'));
    await writeFile(join(site, 'content', 'hello.md'), textOf('markdown'));
    expect(await shell(site, 'npx galley build', environment)).toContain('1 Markdown file, 1 article.\n');
    // As whoever clones that repository.
    await rm(join(site, 'node_modules'), { recursive: true });
    await shell(site, 'npm ci', environment);
    expect(await shell(site, 'npx galley check', environment)).toContain('1 Markdown file, 1 article.\n');
  },
);

/** Every call of curl in the pages of the guide. One asks for a scheduled article. */
async function curlsOfGuide(): Promise<string[]> {
  const pages = ['caching', 'dates-and-drafts', 'markdown-and-html', 'reading-the-api'];
  const texts = await Promise.all(pages.map((page) => readFile(join(root, 'content', `${page}.md`), 'utf8')));
  return texts.flatMap((text) => [...text.replace(/\\\n\s*/g, '').matchAll(/^curl .*$/gm)].map(([line]) => line));
}

/** The project as a clone has it after `npm ci`. */
async function copyProject(): Promise<string> {
  const folder = join(await makeFolder(), 'galley');
  for (const path of ['package.json', 'build', 'dist', 'content'])
    await cp(join(root, path), join(folder, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function shell(cwd: string, command: string, env: NodeJS.ProcessEnv): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', command.replace(/^curl/, 'curl -sS --fail')], { cwd, env })).stdout;
}

async function startServing(
  cwd: string,
  command: string,
  env: NodeJS.ProcessEnv,
): Promise<{ text(): string; end(): Promise<void> }> {
  const child = spawn('sh', ['-c', command], { cwd, env, detached: true });
  let text = '';
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('npx galley dev')) resolve();
    });
    void ended.then(() => reject(new Error(text)));
  });
  return { text: () => text, end };
}
