import { FailedRead } from '../core/file-errors.ts';
import type { Storage } from '../core/storage.ts';
import { attemptRead } from './attempt-read.ts';

/** What is used of the assets of a Worker (`env.ASSETS`), or of any server of files. */
export interface Assets {
  fetch(address: string, init: { redirect: 'manual' }): Promise<Response>;
}

/** Assets have no host of their own; only the path counts. */
const site = 'https://assets.local';

/**
 * Reads the static assets of a Worker, which are the folder that `galley build` wrote. They know no ranges, so a file
 * is read whole and cut. A redirect, or a page in the place of a file, is refused with `FailedRead`: the assets are not
 * set up as they must be. What the service itself fails at is tried three times.
 */
export function assetsStorage(assets: Assets): Storage {
  return {
    isWhole: true,
    noSharedWaits: true,
    async read(path, start = 0, end) {
      const bytes = await attemptRead(path, () => fetchFile(path));
      if (bytes === null || start > bytes.length || (end ?? 0) > bytes.length) return null;
      return start === 0 && end === undefined ? bytes : bytes.subarray(start, end);
    },
  };

  async function fetchFile(path: string): Promise<Uint8Array | null> {
    const response = await assets.fetch(`${site}/${toAddress(path)}`, { redirect: 'manual' });
    const { status, headers } = response;
    if (status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (status === 200) refusePage(path, headers.get('content-type') ?? '');
    if (status >= 300 && status < 400) {
      throw new FailedRead(
        path,
        `the assets redirect it (${status}); set html_handling to "none", and have no _redirects`,
      );
    }
    if (status !== 200) throw new Error(`the assets gave status ${status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const size = headers.get('content-length');
    if (size !== null && headers.get('content-encoding') === null && Number(size) !== bytes.length) {
      throw new Error(`${bytes.length} of ${size} bytes came`);
    }
    return bytes;
  }
}

/** For an address without a file, the assets may send the page of a web application. */
function refusePage(path: string, type: string): void {
  if (!type.startsWith('text/html') || /\.html?(?:\.gz)?$/.test(path)) return;
  throw new FailedRead(path, 'the assets give a page instead; set not_found_handling to "none"');
}

function toAddress(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
