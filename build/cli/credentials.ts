import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { parse as parseIni } from 'ini';
import { isLoopback } from '../../src/adapters/node/address.ts';
import { unlessAbsent } from '../../src/storage/disk.ts';
import { readAtMost } from '../../src/storage/read-stream.ts';
import { StoreFailure } from '../../src/storage/s3/s3-client.ts';
import type { Credentials } from '../../src/storage/s3.ts';
import { UsageError } from '../../src/usage-error.ts';

/** Credentials, and when they end, in milliseconds since 1970; null for never. */
interface Issued extends Credentials {
  ends: number | null;
}

/** Gives new credentials; null where this source is not configured. */
type Issue = () => Promise<Issued | null>;

/** Milliseconds before their end in which credentials are renewed. */
const early = 5 * 60_000;

/** Milliseconds for one request: what gives credentials to a machine is on it, or beside it. */
const [nearTimeout, farTimeout] = [1000, 5000];

/** Bytes of a response. */
const maxBytes = 64 * 1024;

/**
 * The credentials that the tools of Amazon would find, in their order: variables, a role by a web identity, a profile
 * in a shared configuration file, a container's role, a machine's role
 * (docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html). Those that end are renewed before. Rejects
 * with `UsageError` where there are none, and with `StoreFailure` where those that ended cannot be renewed. No message
 * holds a secret.
 */
export function findCredentials(env: NodeJS.ProcessEnv): () => Promise<Credentials> {
  const profile = (): Promise<Profile> => readProfile(env);
  const sources: Issue[] = [
    async () => toIssued(env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY, env.AWS_SESSION_TOKEN, null),
    () => assumeRole(env.AWS_ROLE_ARN, env.AWS_WEB_IDENTITY_TOKEN_FILE, env.AWS_ROLE_SESSION_NAME, env),
    async () => fromProfile(await profile(), env),
    () => fromContainer(env),
    () => fromMachine(env),
  ];
  let source: Issue | null = null;
  let issued: Issued | null = null;
  let issuing: Promise<Issued> | null = null;
  return async () => {
    if (issued !== null && (issued.ends === null || Date.now() < issued.ends - early)) return issued;
    issuing ??= issue().finally(() => {
      issuing = null;
    });
    // Those that have not ended serve until then.
    issued = await issuing.catch((error) => {
      if (issued?.ends && Date.now() < issued.ends) return issued;
      throw error;
    });
    return issued;
  };

  async function issue(): Promise<Issued> {
    for (const each of source === null ? sources : [source]) {
      const found = await each();
      if (found === null) continue;
      source = each;
      return found;
    }
    throw new UsageError(
      'Found no credentials for the store. Expected AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile in ~/.aws (AWS_PROFILE), or a role of ' +
        'this container or machine.',
    );
  }
}

function toIssued(id: unknown, secret: unknown, token: unknown, ends: number | null): Issued | null {
  const [accessKeyId, secretAccessKey, sessionToken] = [id, secret, token].map((text) => String(text ?? '').trim());
  if (!accessKeyId || !secretAccessKey) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }), ends };
}

/** A section of the shared configuration file. */
type Profile = Readonly<Record<string, string>>;

/** The profile of `AWS_PROFILE` in both files, of which credentials win. */
export async function readProfile(env: NodeJS.ProcessEnv): Promise<Profile> {
  const name = env.AWS_PROFILE ?? 'default';
  const read = async (path: string, section: string): Promise<Profile> => {
    const text = await unlessAbsent(readFile(path, 'utf8'));
    return text === null ? {} : (parseIni(text)[section] ?? {});
  };
  const folder = join(env.HOME ?? homedir(), '.aws');
  const config = await read(
    env.AWS_CONFIG_FILE ?? join(folder, 'config'),
    name === 'default' ? name : `profile ${name}`,
  );
  const own = await read(env.AWS_SHARED_CREDENTIALS_FILE ?? join(folder, 'credentials'), name);
  const found = { ...config, ...own };
  if (env.AWS_PROFILE !== undefined && Object.keys(found).length === 0)
    throw new UsageError(
      `AWS_PROFILE: found ${JSON.stringify(name)}. Expected a profile in ~/.aws/config or ~/.aws/credentials.`,
    );
  return found;
}

async function fromProfile(profile: Profile, env: NodeJS.ProcessEnv): Promise<Issued | null> {
  const { aws_access_key_id: id, aws_secret_access_key: secret, aws_session_token: token } = profile;
  const own = toIssued(id, secret, token, null);
  if (own !== null) return own;
  const { role_arn: role, web_identity_token_file: file, role_session_name: session } = profile;
  if (role !== undefined && file !== undefined) return assumeRole(role, file, session, env);
  const other = ['source_profile', 'credential_source', 'sso_session', 'sso_start_url', 'credential_process'].find(
    (key) => profile[key] !== undefined,
  );
  if (other === undefined) return null;
  throw new UsageError(
    `AWS_PROFILE: this profile has ${other}, which galley does not read. Run: eval "$(aws configure export-credentials --format env)"`,
  );
}

/** AssumeRoleWithWebIdentity (docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRoleWithWebIdentity.html). */
async function assumeRole(
  role: string | undefined,
  file: string | undefined,
  session: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Issued | null> {
  if (!role || !file) return null;
  const token = await readToken(file, 'AWS_WEB_IDENTITY_TOKEN_FILE');
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION;
  const host = env.AWS_ENDPOINT_URL_STS ?? `https://sts.${region ? `${region}.` : ''}amazonaws.com`;
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    WebIdentityToken: token,
    RoleSessionName: session ?? `galley-${process.pid}`,
  });
  const text = await request('the role of AWS_ROLE_ARN', host, { method: 'POST', body }, farTimeout);
  const credentials = descendant(parseXml(text).root, 'Credentials');
  const read = (name: string): string | undefined => descendant(credentials, name)?.text;
  return expectIssued('the role of AWS_ROLE_ARN', {
    AccessKeyId: read('AccessKeyId'),
    SecretAccessKey: read('SecretAccessKey'),
    Token: read('SessionToken'),
    Expiration: read('Expiration'),
  });
}

function descendant(element: XmlElement | null, name: string): XmlElement | null {
  for (const child of (element?.children ?? []) as XmlElement[]) {
    const found = child.name === name ? child : 'children' in child ? descendant(child, name) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Of a task of ECS, or a pod of EKS (docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html). */
async function fromContainer(env: NodeJS.ProcessEnv): Promise<Issued | null> {
  const { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: relative, AWS_CONTAINER_CREDENTIALS_FULL_URI: full } = env;
  const address = relative
    ? new URL(relative, 'http://169.254.170.2')
    : full && URL.canParse(full)
      ? new URL(full)
      : null;
  if (address === null) return null;
  // A variable that others may set must not send the token elsewhere.
  const { protocol, hostname } = address;
  const hosts = ['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'];
  if (protocol !== 'https:' && !hosts.includes(hostname) && !isLoopback(hostname))
    throw new UsageError(
      `AWS_CONTAINER_CREDENTIALS_FULL_URI: found ${address.origin}. Expected https:, or an address of this host.`,
    );
  const { AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file, AWS_CONTAINER_AUTHORIZATION_TOKEN: given } = env;
  const token = file ? await readToken(file, 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE') : given;
  const headers: Record<string, string> = token ? { Authorization: token } : {};
  return expectIssued("the container's role", await requestJson("the container's role", address.href, { headers }));
}

/**
 * Of a machine, by version 2 of its metadata
 * (docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html).
 */
async function fromMachine(env: NodeJS.ProcessEnv): Promise<Issued | null> {
  if (env.AWS_EC2_METADATA_DISABLED?.toLowerCase() === 'true') return null;
  const base = `${env.AWS_EC2_METADATA_SERVICE_ENDPOINT ?? 'http://169.254.169.254'}/latest`;
  const what = "the machine's role";
  const ask = { method: 'PUT', headers: { 'X-aws-ec2-metadata-token-ttl-seconds': '21600' } };
  // Most machines have none.
  const token = await request(what, `${base}/api/token`, ask, nearTimeout).catch(() => null);
  if (token === null) return null;
  const headers = { 'X-aws-ec2-metadata-token': token };
  const roles = `${base}/meta-data/iam/security-credentials/`;
  const role = await request(what, roles, { headers }, nearTimeout).catch(() => '');
  const [name = ''] = role.trim().split('\n');
  return name === ''
    ? null
    : expectIssued(what, await requestJson(what, roles + encodeURIComponent(name), { headers }));
}

/** In the form that containers and machines share. */
function expectIssued(what: string, found: Record<string, unknown>): Issued {
  const ends = Date.parse(String(found.Expiration));
  const issued = toIssued(found.AccessKeyId, found.SecretAccessKey, found.Token, Number.isNaN(ends) ? null : ends);
  if (issued === null) throw new StoreFailure(`${what} gave no credentials`, null);
  return issued;
}

async function readToken(file: string, variable: string): Promise<string> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${variable}: ${file} cannot be read (${error.code}).`);
    },
  );
}

async function requestJson(what: string, address: string, init: RequestInit): Promise<Record<string, unknown>> {
  const text = await request(what, address, init, farTimeout);
  try {
    return JSON.parse(text);
  } catch {
    throw new StoreFailure(`${what}: the response is not JSON`, null);
  }
}

async function request(what: string, address: string, init: RequestInit, timeout: number): Promise<string> {
  const failed = (reason: string): StoreFailure => new StoreFailure(`${what}: no credentials (${reason})`, null);
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(address, { ...init, redirect: 'error', signal }).catch((error) => {
    throw failed(error.cause?.code ?? error.name);
  });
  if (response.status !== 200 || response.body === null) throw failed(`status ${response.status}`);
  return new TextDecoder().decode(await readAtMost(response.body, maxBytes));
}
