import { mediaTypes } from './media-types.ts';

/** A name that the build gives a file under `/media`: `<name>.<hash>.<ending>`. */
export interface MediumName {
  name: string;
  /** 32 hexadecimal digits of its content, the last 8 of them its CRC-32. */
  hash: string;
  /** Its media type. */
  type: string;
  /** Whether the build writes a compressed form of it, too. */
  isText: boolean;
}

/** Bytes of the longest name that a file system takes, less those of `.gz`. */
const longest = 252;

/** As the build makes them; so nothing else that lies in the folder, or elsewhere, can be named. */
const pattern = /^[\p{L}\p{M}\p{N}_-]*\.([0-9a-f]{32})\.([a-z0-9]+)$/u;

/** The name that a path below `/media/` asks for; null where the build gives no such name. */
export function toMediumName(pathname: string): MediumName | null {
  const name = decode(pathname.slice('/media/'.length));
  const [, hash = '', ending = ''] = pattern.exec(name) ?? [];
  const type = mediaTypes.get(ending);
  if (type === undefined || name !== name.normalize('NFC')) return null;
  if (new TextEncoder().encode(name).length > longest) return null;
  return { name, hash, type, isText: ending === 'svg' || ending === 'vtt' };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
