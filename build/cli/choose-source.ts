import { diskSource } from '../../src/adapters/node/disk/disk-source.ts';
import type { Source } from '../../src/adapters/node/source.ts';
import { pointerPath, releaseFolder } from '../../src/core/format.ts';
import { codeOf, StoreFailure, s3Client } from '../../src/storage/s3/s3-client.ts';
import { UsageError } from '../../src/usage-error.ts';
import type { Output } from './output.ts';

/** Options of `galley serve` that say where its files come from. */
export interface SourceFlags {
  /** `s3://BUCKET/PREFIX`; the folder `out` unless given. */
  from?: string | undefined;
  /** Seconds between two looks at the pointer of a store. */
  poll?: number | undefined;
  /** Mebibytes of memory for what was read, of each process. */
  cache?: number | undefined;
}

export interface ChosenSource {
  source: Source;
  cacheBytes?: number;
  /** Whether a store could not be asked, which has been printed. */
  isAway?: boolean;
}

/** Reading from a store costs more than from a disk, whose system has a memory of its own: mebibytes. */
const storeCache = 128;

/** Throws `UsageError` where a store refuses: what is configured is wrong. One that cannot be reached may come. */
export async function chooseSource(
  out: string,
  { from, poll, cache }: SourceFlags,
  looks: boolean,
  output: Output,
): Promise<ChosenSource> {
  const memory = (mebibytes: number | undefined) => mebibytes !== undefined && { cacheBytes: mebibytes * 1024 * 1024 };
  if (from === undefined) return { source: diskSource(out), ...memory(cache) };
  const { storeOptions } = await import('./store-options.ts');
  const { storeSource } = await import('../../src/adapters/node/store/store-source.ts');
  const options = storeOptions(from);
  try {
    const source = storeSource({ ...options, ...(poll !== undefined && { interval: Math.max(poll, 0.1) * 1000 }) });
    const isAway = looks && !(await answers(from, s3Client(options), output));
    return { source, isAway, ...memory(cache ?? storeCache) };
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}

/** Throws where the store refuses; prints where it does not answer. */
async function answers(from: string, client: ReturnType<typeof s3Client>, output: Output): Promise<boolean> {
  try {
    const answer = await client.send({ method: 'GET', path: releaseFolder + pointerPath });
    if (answer.status === 200 || (answer.status === 404 && codeOf(answer) !== ' NoSuchBucket')) return true;
    const { explainAnswer } = await import('../release/store/store-responses.ts');
    throw explainAnswer(answer, `Reading ${from}`);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    output.printError(
      `${from}: ${error.message}. This server goes on asking; until the store answers, its answer is 503.`,
    );
    return false;
  }
}
