import type { Awaitable } from '../../core/awaitable.ts';

/** Where a folder is in an object store that speaks S3, and who reads it. */
export interface S3Options {
  bucket: string;
  /** Where the folder is, without slashes around it: `articles/live`. The whole bucket by default. */
  prefix?: string;
  region: string;
  /**
   * Scheme and host, such as `https://s3.example.com`; Amazon's of the region by default. `http:` is for this machine
   * and private networks.
   */
  endpoint?: string;
  /** Where the bucket is named: in the path, or in the host. By default in the path with `endpoint`, and in the host without, as Amazon prefers. */
  addressing?: 'path' | 'virtual-hosted';
  /** Asked before each request; null sends none, for a bucket that anybody may read. */
  credentials: Credentials | null | (() => Awaitable<Credentials | null>);
  /** The one of the platform by default. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds that one request may take until its last byte is there; 3,000 by default. */
  attemptTimeout?: number;
  /** Milliseconds that a read may take with all its tries; 6,000 by default. */
  timeout?: number;
  /** How often a read is tried; 4 times by default. */
  attempts?: number;
  /** Requests that are sent at the same time; 32 by default. */
  concurrency?: number;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of credentials that end after some hours. */
  sessionToken?: string;
}

/**
 * Gives the address of an object, or of the bucket for ''. Throws `RangeError` where the options make none, with what
 * was found and what is expected.
 */
export function toStoreAddress({
  bucket,
  prefix = '',
  region,
  endpoint,
  addressing,
}: S3Options): (path: string) => URL {
  if (!/^[a-z\d][a-z\d._-]{1,61}[a-z\d]$/i.test(bucket)) {
    throw new RangeError(
      `The bucket: found ${JSON.stringify(bucket)}. Expected its name, such as articles-of-example.`,
    );
  }
  const base = endpoint === undefined ? new URL(`https://s3.${region}.amazonaws.com`) : parseEndpoint(endpoint);
  // The certificate of Amazon's hosts covers no name with dots before it.
  const isInHost = addressing === undefined ? endpoint === undefined && !bucket.includes('.') : addressing !== 'path';
  if (isInHost) base.host = `${bucket}.${base.host}`;
  const root = [base.pathname, isInHost ? '' : bucket].join('/').split('/').filter(Boolean).join('/');
  const folder = prefix.split('/').filter(Boolean);
  return (path) => {
    const url = new URL(base);
    const names = path === '' ? [] : [...folder, ...path.split('/')];
    url.pathname = `/${[...(root === '' ? [] : [root]), ...names.map(encode)].join('/')}`;
    return url;
  };
}

function parseEndpoint(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new RangeError(
      `The endpoint: found ${hideSecret(endpoint)}. Expected scheme and host, such as https://s3.example.com.`,
    );
  }
  if (url.protocol === 'http:' && !isPrivate(url.hostname)) {
    throw new RangeError(
      `The endpoint: found ${endpoint}, over which others can read and change what is sent. Expected https:. Use http: only for ` +
        'this machine, private networks, and names without a dot.',
    );
  }
  return url;
}

/** Somebody may have put a password before the host. */
function hideSecret(endpoint: string): string {
  return JSON.stringify(endpoint.replace(/\/\/.*@/, '//***@'));
}

/** Whether a host is this machine, on a private network (RFC 1918, RFC 4193), or a name that only such networks know. */
export function isPrivate(host: string): boolean {
  if (/^\[(?:::1|f[cd][\da-f]{2}:.*|fe80:.*)\]$/.test(host)) return true;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) {
    return /^(?:127|10)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\./.test(host);
  }
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

/** RFC 3986 section 2.3: all but unreserved characters, as the signature has them. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
