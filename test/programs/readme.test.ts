/** @module-tag program */
import { execFile, spawn } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
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

test.skipIf(!hasCommand('curl'))('every command of the README works, in its order, on a fresh copy', async () => {
  // `npm ci` is what brought these tests here; it is not run inside them.
  expect(commands.slice(0, 2)).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  const folder = await copyProject();
  const environment = { ...process.env, npm_config_update_notifier: 'false', KEY: '' };
  const serving = await startServing(folder, 'npm start');
  onTestFinished(serving.end);
  const [, curl] = /^ {2}(curl .*)$/m.exec(serving.text()) ?? [];
  const list = JSON.parse(await shell(folder, `${curl}`, environment));
  expect(list.data).toHaveLength(2);
  expectSample(list);
  await serving.end();

  const [article] = blocks.filter(({ language }) => language === 'markdown');
  await writeFile(join(folder, 'content', 'hello.md'), article?.text ?? '');
  for (const command of commands.slice(2)) {
    if (command === 'npx galley serve') onTestFinished((await startServing(folder, command)).end);
    else {
      const [, variable, inner] = /^export (\w+)=\$\((.*)\)$/.exec(command) ?? [];
      const output = await shell(folder, inner ?? command, environment);
      if (variable !== undefined) Object.assign(environment, { [variable]: output.trim() });
      if (command.endsWith("/articles/hello'")) expect(JSON.parse(output).excerpt).toContain('first paragraph');
      else if (command.startsWith('curl')) expect(JSON.parse(output).data).toHaveLength(10);
    }
  }
});

/** Holds each member that the sample response shows against the real one; `…` stands for any text. */
function expectSample(list: { data: object[]; links: object; meta: object }): void {
  const real = { ...list.data[0], ...list.links, ...list.meta };
  const sample = blocks.filter(({ language }) => language === 'json').map(({ text }) => text);
  const members = [...sample.join('').matchAll(/"(\w+)": (null|\d+|".*?")(?=[, }\n])/g)];
  expect(members.map(([, name]) => name)).toEqual(Object.keys(real));
  for (const [, name, value = ''] of members) {
    const chunks = String(JSON.parse(value))
      .split('…')
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    expect(String(Object.entries(real).find(([key]) => key === name)?.[1])).toMatch(
      new RegExp(`^${chunks.join('[^]*')}$`),
    );
  }
}

/** The project as a clone has it after `npm ci`. */
async function copyProject(): Promise<string> {
  const folder = await makeFolder();
  for (const path of ['package.json', 'build', 'dist', 'content'])
    await cp(join(root, path), join(folder, path), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function shell(cwd: string, command: string, env: NodeJS.ProcessEnv): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', command.replace(/^curl/, 'curl -sS --fail')], { cwd, env })).stdout;
}

async function startServing(cwd: string, command: string): Promise<{ text(): string; end(): Promise<void> }> {
  const child = spawn('sh', ['-c', command], { cwd, detached: true });
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
      if (/listening on/.test(text) && (command !== 'npm start' || /curl/.test(text))) resolve();
    });
    void ended.then(() => reject(new Error(text)));
  });
  return { text: () => text, end };
}
