import type { Assets } from '../../src/storage/assets.ts';
import type { Bucket } from '../../src/storage/r2.ts';

/** Static assets as Cloudflare serves them: whole files, whatever range is asked for. */
export function fakeAssets(files: ReadonlyMap<string, Uint8Array>): Assets & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async fetch(address) {
      const path = decodeURIComponent(new URL(address).pathname.slice(1));
      asked.push(path);
      const bytes = files.get(path);
      if (bytes === undefined) return new Response(null, { status: 404 });
      return new Response(new Uint8Array(bytes), { headers: { 'Content-Length': String(bytes.length) } });
    },
  };
}

/** A bucket as R2 has it: it shortens a range that ends behind the object, and refuses one that begins there. */
export function fakeBucket(files: ReadonlyMap<string, Uint8Array>): Bucket & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async get(key, options) {
      const { offset = 0, length = Number.POSITIVE_INFINITY } = options?.range ?? {};
      asked.push(options === undefined ? key : `${key} ${offset}+${length}`);
      const bytes = files.get(key);
      if (bytes === undefined) return null;
      if (options !== undefined && (offset >= bytes.length || length <= 0)) {
        throw new Error('get: The requested range is not satisfiable (10039)');
      }
      return {
        size: bytes.length,
        arrayBuffer: async () => new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
      };
    },
    async head(key) {
      const bytes = files.get(key);
      return bytes === undefined ? null : { size: bytes.length };
    },
  };
}
