/** @module-tag long */
import { copyFile, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { galley, root, startProgram, writeFiles } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { startObjectStore } from '../support/object-store.ts';
import { makeFolder } from '../support/server.ts';

async function makeRecipe(port: number) {
  const folder = await makeFolder();
  await writeFiles(folder, {
    'galley.config.yaml': `site: https://articles.example.com\nport: ${port}\n`,
    'content/a.md': '---\ndate: 2026-01-01\n---\nText.\n',
  });
  expect((await galley(folder, ['init', 'kubernetes'])).code).toBe(0);
  const text = await readFile(join(folder, 'kubernetes', 'galley.yaml'), 'utf8');
  const documents = parseAllDocuments(text).map((document) => document.toJS());
  const found = Object.fromEntries(documents.map((document) => [document.kind, document]));
  return { folder, kinds: Object.keys(found), found, pod: found.Deployment.spec.template };
}

test('names, labels and ports of the parts fit, and a server is not killed for having no release', async () => {
  const { folder, kinds, found, pod } = await makeRecipe(8001);
  expect(kinds).toEqual(['ServiceAccount', 'Deployment', 'PodDisruptionBudget', 'Service']);
  const { Deployment, PodDisruptionBudget, Service, ServiceAccount } = found;
  const { labels } = pod.metadata;
  expect(Deployment.spec.selector.matchLabels).toEqual(labels);
  expect(PodDisruptionBudget.spec.selector.matchLabels).toEqual(labels);
  expect(Service.spec.selector).toEqual(labels);
  expect(pod.spec.serviceAccountName).toBe(ServiceAccount.metadata.name);
  const [container] = pod.spec.containers;
  const [port] = container.ports;
  expect([port.containerPort, Service.spec.ports[0].targetPort]).toEqual([8001, port.name]);
  expect(container.readinessProbe.httpGet).toEqual({ path: '/healthz', port: port.name });
  expect(container.livenessProbe.tcpSocket).toEqual({ port: port.name });
  const drain = container.args.find((arg: string) => arg.startsWith('--drain=')).slice(8);
  expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(drain));
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  const mounts = container.volumeMounts.map(({ name }: { name: string }) => name);
  expect(pod.spec.volumes.map(({ name }: { name: string }) => name)).toEqual(mounts);
  expect(pod.spec.volumes[0].secret.defaultMode.toString(8)).toBe('440');
  const compose = await readFile(join(folder, 'kubernetes', 'Dockerfile'), 'utf8');
  expect(parse(/^ENTRYPOINT (.*)$/m.exec(compose)?.[1] ?? '')).toEqual(['node', '/app/server.mjs']);
});

test('its command serves from the store, and follows the keys of a secret as Kubernetes replaces them', async () => {
  const port = await freePort();
  const { folder, pod } = await makeRecipe(port);
  const store = await startObjectStore();
  const { accessKeyId, secretAccessKey } = store.credentials;
  const env = {
    ...{ AWS_ENDPOINT_URL_S3: store.endpoint, AWS_REGION: store.region },
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
  };
  expect((await galley(folder, ['build'])).code).toBe(0);
  expect((await galley(folder, ['push', 's3://articles/live'], env)).code).toBe(0);

  const image = await makeFolder();
  await copyFile(join(root, 'dist', 'server.js'), join(image, 'server.mjs'));
  const mounted = join(image, 'keys');
  await mkdir(mounted);
  const [first, second] = [newKey(), newKey()];
  /** A folder of its own, and one link that is replaced: the file itself is a link through it, which stays. */
  const mount = async (folder: string, key: string): Promise<void> => {
    await mkdir(join(mounted, folder));
    const keys = [{ name: 'web', digest: sha256(key) }];
    await writeFile(join(mounted, folder, 'galley.keys.json'), JSON.stringify({ keys }));
    await symlink(folder, join(mounted, '..data_tmp'));
    await rename(join(mounted, '..data_tmp'), join(mounted, '..data'));
  };
  await mount('..2026_1', first);
  await symlink(join('..data', 'galley.keys.json'), join(mounted, 'galley.keys.json'));

  const places: [string, string][] = [
    ['s3://BUCKET/PREFIX', 's3://articles/live'],
    ['/etc/galley/keys', mounted],
    ['--host=0.0.0.0', '--host=127.0.0.1'],
  ];
  const args: string[] = pod.spec.containers[0].args.map((arg: string) =>
    places.reduce((text, [from, to]) => text.replace(from, to), arg),
  );
  const server = startProgram(process.execPath, ['server.mjs', ...args], image, env);
  await server.until(/"address":"http:/);
  const statusOf = async (key: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/articles/a`, { headers: { 'X-Api-Key': key } })).status;
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 401]);
  await mount('..2026_2', second);
  await expect.poll(() => statusOf(second), { interval: 20 }).toBe(200);
  expect(await statusOf(first)).toBe(401);

  server.child.kill('SIGTERM');
  // It drains: what checks its readiness is told, and requests on their way still get responses.
  const health = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/healthz`)).status;
  await expect.poll(health, { interval: 20 }).toBe(503);
  expect(await statusOf(second)).toBe(200);
});
