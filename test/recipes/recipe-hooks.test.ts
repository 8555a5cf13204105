/** @module-tag long */
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { RecipeName } from '../../build/recipes/recipes.ts';
import { galley, root, startProgram, writeFiles } from '../support/command.ts';
import { makeFolder } from '../support/server.ts';

/** Of what a recipe wrote: what its server is started with, and the folder that it may write to, which stays when it starts again. */
interface Found {
  args: string[];
  writable: string;
}

const recipes: Partial<Record<RecipeName, (read: (path: string) => Promise<string>) => Promise<Found>>> = {
  async docker(read) {
    const dockerfile = await read('Dockerfile');
    const { services, volumes } = parse(await read('compose.yaml'));
    const [mount = ''] = services.galley.volumes;
    const [volume, writable = ''] = mount.split(':');
    expect([Object.keys(volumes), services.galley.read_only]).toEqual([[volume], true]);
    expect(services.galley.environment).toHaveProperty('GALLEY_HOOK_SECRET');
    // A new volume belongs to whom the folder of the image does.
    expect(dockerfile).toContain(`\nRUN install -d -o node ${writable}\nVOLUME ${writable}\nUSER node\n`);
    return { args: JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? ''), writable };
  },
  async kubernetes(read) {
    const documents = parseAllDocuments(await read('kubernetes/galley.yaml')).map((document) => document.toJS());
    const { containers, volumes } = documents.find(({ kind }) => kind === 'Deployment').spec.template.spec;
    const { args, env, volumeMounts } = containers[0];
    const mounts: { name: string; mountPath: string; readOnly?: boolean }[] = volumeMounts;
    const [mount, ...others] = mounts.filter(({ readOnly }) => readOnly !== true);
    expect(others).toEqual([]);
    expect(volumes).toContainEqual({ name: mount?.name, emptyDir: { sizeLimit: '64Mi' } });
    expect(env.map(({ name }: { name: string }) => name)).toContain('GALLEY_HOOK_SECRET');
    // The release is in a folder here: nothing of this depends on where it is.
    return { args: args.filter((arg: string) => !arg.startsWith('--from=')), writable: mount?.mountPath ?? '' };
  },
  async systemd(read) {
    const unit = (await read('systemd/galley@.service')).replaceAll('%i', '8787').replaceAll('%S', '/var/lib');
    const of = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    const [, ...args] = of('ExecStart').replaceAll('%d', '/etc/galley').split('galley serve');
    return { args: ['serve', ...args.join('').trim().split(' ')], writable: join('/var/lib', of('StateDirectory')) };
  },
};

test.each(Object.entries(recipes))(
  'galley init %s: a server that is killed and starts again loses no event',
  async (name, find) => {
    const folder = await makeFolder();
    const post = (title: string) => `---\ntitle: ${title}\ndate: 2026-01-01\n---\nText.\n`;
    const responses: number[] = [];
    const got: string[] = [];
    const receiver = createServer((request, response) => {
      const status = responses.shift() ?? 503;
      got.push(`${request.headers['webhook-id']} ${status}`);
      response.writeHead(status).end();
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    onTestFinished(() => void receiver.close());
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await writeFiles(folder, { 'content/a.md': post('A'), 'galley.config.yaml': `hooks: ${hook}\n` });
    expect((await galley(folder, ['init', name])).code).toBe(0);
    expect((await galley(folder, ['build'])).code).toBe(0);
    const { args, writable } = await find((path) => readFile(join(folder, path), 'utf8'));
    const file = args.join(' ').match(/--hooks-file[= ](\S+)/)?.[1] ?? '';
    expect(dirname(file)).toBe(writable);

    const state = await makeFolder();
    const here = args
      .join('\n')
      .replace(file, join(state, 'hooks', 'hooks.json'))
      .replaceAll('0.0.0.0', '127.0.0.1');
    const local = here.replace(/(--port[= \n])\S+/, '$10').replace(/(--keys[= \n])\S+/, '$1keys.json');
    const env = { GALLEY_HOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` };
    const startServer = () =>
      startProgram(process.execPath, [join(root, 'dist', 'server.js'), ...local.split('\n')], folder, env);

    // As it would be without the folder.
    await writeFile(join(state, 'hooks'), '');
    const refused = startServer();
    expect(await refused.ended).toBe(2);
    expect(refused.text.err).toContain('so a restart would lose events');

    await rm(join(state, 'hooks'));
    await mkdir(join(state, 'hooks'));
    const first = startServer();
    await first.until(/listening|"address"/);
    await writeFiles(folder, { 'content/b.md': post('B') });
    expect((await galley(folder, ['build'])).code).toBe(0);
    await expect.poll(() => got.length, { interval: 20 }).toBe(1);
    // It has written what it knows once the file says so.
    await expect
      .poll(() => readFile(join(state, 'hooks', 'hooks.json'), 'utf8'), { interval: 20 })
      .toContain('"tries":1');
    first.child.kill('SIGKILL');
    await first.ended;
    responses.push(204);
    startServer();
    await expect.poll(() => got.length, { interval: 20 }).toBe(2);
    const [before = '', after = ''] = got;
    expect(after).toBe(before.replace(/503$/, '204'));
  },
);
