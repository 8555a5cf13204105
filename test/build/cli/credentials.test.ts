import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findCredentials, readProfile } from '../../../build/cli/credentials.ts';
import { writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

/** What a request is answered with: a status, and a text. */
type Give = (request: IncomingMessage, body: string) => [number, string];

async function startIssuer(give: Give): Promise<{ base: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(`${request.method} ${request.url}`);
    const [status, text] = give(request, body);
    response.writeHead(status).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const nowhere = { HOME: '/nowhere', AWS_EC2_METADATA_DISABLED: 'true' };
const issued = (id: string, ends = inAnHour()): string =>
  JSON.stringify({ Code: 'Success', AccessKeyId: id, SecretAccessKey: 'secret', Token: 'token', Expiration: ends });
const expected = (id: string) => ({ accessKeyId: id, secretAccessKey: 'secret', sessionToken: 'token' });

test('variables win', async () => {
  const env = {
    ...nowhere,
    AWS_ACCESS_KEY_ID: ' a ',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_ROLE_ARN: 'arn',
    AWS_WEB_IDENTITY_TOKEN_FILE: '/no',
  };
  expect(await findCredentials(env)()).toEqual({ accessKeyId: 'a', secretAccessKey: 'b', ends: null });
});

test('none are said to be none, with where they were looked for', async () => {
  await expect(findCredentials(nowhere)()).rejects.toThrow(
    'Found no credentials for the store. Expected AWS_ACCESS_KEY_ID',
  );
});

describe('a role by a web identity', () => {
  const xml = (
    id: string,
  ) => `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
    <Credentials><SessionToken>token</SessionToken><SecretAccessKey>secret</SecretAccessKey>
    <Expiration>${inAnHour()}</Expiration><AccessKeyId>${id}</AccessKeyId></Credentials>
    </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;

  async function makeEnv(give: Give) {
    const { base, asked } = await startIssuer(give);
    const file = join(await makeFolder(), 'token');
    await writeFile(file, 'identity+/=\n');
    return {
      asked,
      file,
      env: {
        ...nowhere,
        AWS_ROLE_ARN: 'arn:aws:iam::1:role/web',
        AWS_WEB_IDENTITY_TOKEN_FILE: file,
        AWS_ENDPOINT_URL_STS: base,
      },
    };
  }

  test('is taken on with the token of the file, which is read again at each renewal', async () => {
    const sent: string[] = [];
    const { env, file } = await makeEnv((_, body) => {
      sent.push(body);
      return [200, xml(`id-${sent.length}`)];
    });
    const credentials = findCredentials(env);
    const [first, same] = await Promise.all([credentials(), credentials()]);
    expect(first).toMatchObject(expected('id-1'));
    expect(same).toBe(first);
    expect(Object.fromEntries(new URLSearchParams(sent[0]))).toMatchObject({
      Action: 'AssumeRoleWithWebIdentity',
      RoleArn: 'arn:aws:iam::1:role/web',
      WebIdentityToken: 'identity+/=',
    });
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await writeFile(file, 'another');
    vi.setSystemTime(Date.now() + 54 * 60_000);
    expect(await credentials()).toBe(first);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(await credentials()).toMatchObject(expected('id-2'));
    expect(new URLSearchParams(sent[1]).get('WebIdentityToken')).toBe('another');
  });

  test('that cannot be renewed is used until it ends; no message holds a secret', async () => {
    let isBroken = false;
    const { env } = await makeEnv(() => (isBroken ? [403, 'identity+/= secret'] : [200, xml('id')]));
    const credentials = findCredentials(env);
    await credentials();
    isBroken = true;
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.now() + 57 * 60_000);
    expect(await credentials()).toMatchObject(expected('id'));
    vi.setSystemTime(Date.now() + 4 * 60_000);
    const error = await credentials().catch((reason) => reason);
    expect(error.message).toBe('the role of AWS_ROLE_ARN: no credentials (status 403)');
  });

  test('needs its file', async () => {
    const { env } = await makeEnv(() => [200, xml('id')]);
    await expect(findCredentials({ ...env, AWS_WEB_IDENTITY_TOKEN_FILE: '/no/file' })()).rejects.toThrow(
      'AWS_WEB_IDENTITY_TOKEN_FILE: /no/file cannot be read (ENOENT).',
    );
  });
});

describe('a profile', () => {
  async function makeHome(files: Record<string, string>) {
    const folder = await makeFolder();
    await writeFiles(folder, Object.fromEntries(Object.entries(files).map(([name, text]) => [`.aws/${name}`, text])));
    return { ...nowhere, HOME: folder };
  }

  test.each([
    [{}, 'own', 'eu-central-1'],
    [{ AWS_PROFILE: 'web' }, 'of-web', 'us-west-2'],
  ])('%j', async (variables, id, region) => {
    const env = await makeHome({
      config: '[default]\nregion = eu-central-1\n\n[profile web]\nregion=us-west-2 ; there\n',
      credentials:
        '[default]\naws_access_key_id = own\naws_secret_access_key = secret\n[web]\naws_access_key_id=of-web\naws_secret_access_key=secret\n',
    });
    expect(await findCredentials({ ...env, ...variables })()).toMatchObject({
      accessKeyId: id,
      secretAccessKey: 'secret',
    });
    expect((await readProfile({ ...env, ...variables })).region).toBe(region);
  });

  test.each([
    ['[profile a]\nsso_session = corp\n', 'this profile has sso_session, which galley does not read'],
    ['[profile b]\nregion = eu-central-1\n', 'AWS_PROFILE: found "a". Expected a profile in ~/.aws/config'],
  ])('%j is refused', async (config, message) => {
    const env = await makeHome({ config });
    await expect(findCredentials({ ...env, AWS_PROFILE: 'a' })()).rejects.toThrow(message);
  });
});

describe("a container's role", () => {
  test('with the token of the file', async () => {
    const { base } = await startIssuer(({ headers }) =>
      headers.authorization === 'of-the-pod' ? [200, issued('pod')] : [401, ''],
    );
    const file = join(await makeFolder(), 'token');
    await writeFile(file, 'of-the-pod\n');
    const env = {
      ...nowhere,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${base}/v1`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
    };
    expect(await findCredentials(env)()).toMatchObject(expected('pod'));
  });

  test('is not asked for elsewhere', async () => {
    const env = {
      ...nowhere,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://evil.example/x?y',
      AWS_CONTAINER_AUTHORIZATION_TOKEN: 't',
    };
    await expect(findCredentials(env)()).rejects.toThrow(
      'AWS_CONTAINER_CREDENTIALS_FULL_URI: found http://evil.example. Expected https:, or an address of this host.',
    );
  });
});

describe("a machine's role", () => {
  const metadata: Give = ({ method, url, headers }) => {
    if (method === 'PUT')
      return url === '/latest/api/token' && headers['x-aws-ec2-metadata-token-ttl-seconds']
        ? [200, 'session']
        : [400, ''];
    if (headers['x-aws-ec2-metadata-token'] !== 'session') return [401, ''];
    if (url === '/latest/meta-data/iam/security-credentials/') return [200, 'web'];
    return url === '/latest/meta-data/iam/security-credentials/web' ? [200, issued('machine')] : [404, ''];
  };

  test('by version 2 of its metadata', async () => {
    const { base, asked } = await startIssuer(metadata);
    const env = { HOME: '/nowhere', AWS_EC2_METADATA_SERVICE_ENDPOINT: base };
    expect(await findCredentials(env)()).toMatchObject(expected('machine'));
    expect(asked[0]).toBe('PUT /latest/api/token');
    await expect(findCredentials({ ...env, AWS_EC2_METADATA_DISABLED: 'true' })()).rejects.toThrow(
      'Found no credentials',
    );
  });

  test.each<[string, Give]>([
    ['without one', (request, body) => (request.url?.endsWith('credentials/') ? [404, ''] : metadata(request, body))],
    ['that has no metadata', () => [404, '']],
  ])('%s', async (_, give) => {
    const { base } = await startIssuer(give);
    const finding = findCredentials({ HOME: '/nowhere', AWS_EC2_METADATA_SERVICE_ENDPOINT: base })();
    await expect(finding).rejects.toThrow('Found no credentials');
  });

  test('whose response is no JSON', async () => {
    const { base } = await startIssuer((request, body) =>
      request.url?.endsWith('/web') ? [200, '<html>secret'] : metadata(request, body),
    );
    const finding = findCredentials({ HOME: '/nowhere', AWS_EC2_METADATA_SERVICE_ENDPOINT: base })();
    await expect(finding).rejects.toThrow(/^the machine's role: the response is not JSON$/);
  });
});
