import { parseXml, XmlElement } from '@rgrove/parse-xml';
import type { S3Client } from '../../../src/readers/s3/s3-client.ts';
import { UsageError } from '../../../src/usage-error.ts';
import type { FileState } from '../ledger/place.ts';
import { explainAnswer } from './explain-answer.ts';

/** What a store says of an object. */
export interface ObjectState extends FileState {
  /** In quotation marks. */
  tag: string;
}

/** All objects whose keys begin with `prefix`, by their keys without it. Throws `UsageError` where the store refuses. */
export async function listObjects(client: S3Client, prefix: string): Promise<Map<string, ObjectState>> {
  const found = new Map<string, ObjectState>();
  let token: string | null = null;
  do {
    const query: Record<string, string> = {
      'list-type': '2',
      prefix,
      ...(token !== null && { 'continuation-token': token }),
    };
    const answer = await client.send({ method: 'GET', path: '', query });
    if (answer.status !== 200) throw explainAnswer(answer, 'Listing the files of the store');
    const { root } = parseXml(new TextDecoder().decode(answer.bytes));
    if (root?.name !== 'ListBucketResult') {
      throw new UsageError('The address of the store answers, but not as S3 does. Correct AWS_ENDPOINT_URL_S3.');
    }
    for (const contents of childrenOf(root, 'Contents')) {
      const key = textOf(contents, 'Key');
      const written = Math.floor(Date.parse(textOf(contents, 'LastModified')) / 1000);
      found.set(key.slice(prefix.length), {
        size: Number(textOf(contents, 'Size')),
        written,
        tag: textOf(contents, 'ETag'),
      });
    }
    token = textOf(root, 'IsTruncated') === 'true' ? textOf(root, 'NextContinuationToken') : null;
  } while (token !== null && token !== '');
  return found;
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child instanceof XmlElement && child.name === name) as XmlElement[];
}

function textOf(element: XmlElement, name: string): string {
  return childrenOf(element, name)[0]?.text ?? '';
}
