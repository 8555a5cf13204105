import { parseXml, type XmlDocument, XmlElement } from '@rgrove/parse-xml';
import { codeOf, type S3Client, type S3Response } from '../../../src/storage/s3/s3-client.ts';
import { UsageError } from '../../../src/usage-error.ts';
import type { FileState } from './file-store.ts';

/** Bytes of a response: a thousand keys of 1,024 bytes each, written as XML, have fewer. */
const maxResponseBytes = 8 * 1024 * 1024;

/** Objects of a list; a release of a million articles has 1,050,000. */
const maxObjects = 2_000_000;

/** Responses of a list that bring no further object, and milliseconds that all of it may take. */
const maxIdleResponses = 100;
const maxTime = 30 * 60_000;

/**
 * All objects in `folder` ('' or with a slash at its end) below `prefix`, by their keys without the prefix; those
 * behind `after`, where the store knows `start-after`. Throws `UsageError` where the store refuses, or gives no whole
 * list, or one that does not end.
 */
export async function listObjects(
  client: S3Client,
  prefix: string,
  folder: string,
  after?: string,
): Promise<Map<string, FileState>> {
  const found = new Map<string, FileState>();
  const over = AbortSignal.timeout(maxTime);
  let token: string | null = null;
  let idleResponses = 0;
  do {
    const query: Record<string, string> = {
      'list-type': '2',
      prefix: prefix + folder,
      ...(after !== undefined && { 'start-after': prefix + after }),
      ...(token !== null && { 'continuation-token': token }),
    };
    const response = await client.send({ method: 'GET', path: '', query, maxBytes: maxResponseBytes });
    if (response.status !== 200) throw explainResponse(response, 'Listing the files of the store');
    const root = toList(response.bytes);
    const before = found.size;
    for (const contents of childrenOf(root, 'Contents')) {
      const key = textOf(contents, 'Key');
      const written = Math.floor(Date.parse(textOf(contents, 'LastModified')) / 1000);
      found.set(key.slice(prefix.length), {
        size: Number(textOf(contents, 'Size')),
        written,
        version: textOf(contents, 'ETag'),
      });
    }
    const next = textOf(root, 'IsTruncated') === 'true' ? textOf(root, 'NextContinuationToken') : null;
    // A store that knows the first version of this request alone gives the first thousand, again and again.
    if (next === '' || (next !== null && next === token)) {
      throw new UsageError(
        'The list of the store is cut off: it names no next part. Expected a store that supports ListObjectsV2.',
      );
    }
    if (found.size === before) idleResponses++;
    if (found.size > maxObjects || idleResponses > maxIdleResponses || over.aborted) {
      throw new UsageError(
        `The list of the store does not end: found ${found.size.toLocaleString('en')} files below ${prefix + folder || 'the bucket'} so far. Expected at most ` +
          `${maxObjects.toLocaleString('en')}, within ${maxTime / 60_000} minutes. Push to a prefix of its own, or correct AWS_ENDPOINT_URL_S3.`,
      );
    }
    token = next;
  } while (token !== null);
  return found;
}

function toList(bytes: Uint8Array): XmlElement {
  const { root } = parse(bytes) ?? {};
  if (root?.name === 'ListBucketResult') return root;
  throw notAStore();
}

/** Whether it is a page for people. */
export function isPage({ headers }: S3Response): boolean {
  return /\bhtml\b/.test(headers.get('content-type') ?? '');
}

/** For an address that is, say, a web page. */
export function notAStore(): UsageError {
  return new UsageError('The address of the store responds, but not as S3 does. Correct AWS_ENDPOINT_URL_S3.');
}

/** Null where it is no XML. */
function parse(bytes: Uint8Array): XmlDocument | null {
  try {
    return parseXml(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child instanceof XmlElement && child.name === name) as XmlElement[];
}

function textOf(element: XmlElement, name: string): string {
  return childrenOf(element, name)[0]?.text ?? '';
}

/** What to do where a store refuses, by the code of its response. */
const advice: Readonly<Record<string, string>> = {
  AccessDenied:
    'The credentials lack a permission that this needs: s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject',
  AuthorizationHeaderMalformed: 'The region is probably wrong: set AWS_REGION to that of the bucket',
  ExpiredToken: 'The credentials have expired: get new ones',
  InvalidAccessKeyId: 'The store does not know AWS_ACCESS_KEY_ID, or AWS_ENDPOINT_URL_S3 leads to another store',
  InvalidToken: 'AWS_SESSION_TOKEN does not belong to these credentials, or has expired',
  NoSuchBucket: 'There is no such bucket at this store: make it, or correct its name or AWS_ENDPOINT_URL_S3',
  PermanentRedirect: 'The bucket is in another region: set AWS_REGION to it',
  RequestTimeTooSkewed:
    "The clock of this machine is wrong by more than the store accepts (15 minutes at Amazon's): correct it",
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, or a proxy changes requests',
};

/** An error for a response of a store that was not expected. `what` is what was to be done, such as `Reading the list`. */
export function explainResponse(response: S3Response, what: string): UsageError {
  const code = codeOf(response).trim();
  // A response to HEAD has no body; a wrong region mostly gives 301 or 400.
  const known = advice[code] ?? (code === '' && response.status === 403 ? advice.AccessDenied : undefined);
  const fix = known ?? (response.status === 301 ? advice.PermanentRedirect : undefined);
  const said = `the store gave status ${response.status}${code === '' ? '' : ` ${code}`}`;
  return new UsageError(`${what}: ${said}.${fix === undefined ? '' : ` ${fix}.`}`);
}
