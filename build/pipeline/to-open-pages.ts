import type { OpenPage } from '../release/layout/plan-release.ts';
import type { Descriptions } from './incremental/manifest.ts';

/** The pages that are served, without those that `own` has of the user's. */
export function toOpenPages({ files, zipped }: Descriptions, own: ReadonlyMap<string, unknown>): OpenPage[] {
  const names = Object.keys(zipped).filter((name) => !own.has(name));
  return names.map((name) => {
    return { name, bytes: Buffer.from(files[name] ?? ''), zipped: Buffer.from(zipped[name] ?? '', 'base64') };
  });
}
