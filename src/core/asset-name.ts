import { decodePercent } from './encoding.ts';
import { checksumOf } from './format.ts';

/** Where assets are below the folder that `galley build` wrote. */
export const assetFolder = 'media/';

/** What takes its place in addresses of a release of drafts. */
export const draftAssetFolder = 'api/v1/drafts/media/';

/** Where the assets of a release are below its site. */
export function assetFolderOf({ drafts }: { drafts?: true | undefined }): string {
  return drafts ? draftAssetFolder : assetFolder;
}

/**
 * Media types of assets, by extension: those of IANA's registry, and what browsers call the rest. The table of mrmime is larger than all
 * else in the Worker's bundle, and lacks `flac`, `ico` and `m4v`.
 */
export const assetTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    apng: 'image/apng',
    svg: 'image/svg+xml',
    ico: 'image/vnd.microsoft.icon',
    bmp: 'image/bmp',
    mp4: 'video/mp4',
    m4v: 'video/x-m4v',
    webm: 'video/webm',
    ogv: 'video/ogg',
    mov: 'video/quicktime',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    ogg: 'audio/ogg',
    oga: 'audio/ogg',
    opus: 'audio/ogg',
    flac: 'audio/flac',
    wav: 'audio/wav',
    vtt: 'text/vtt',
    pdf: 'application/pdf',
    zip: 'application/zip',
    csv: 'text/csv',
    txt: 'text/plain',
  }),
);

/** The media type of a file, by its extension; one that says nothing for those that are not in the table. */
export function assetTypeOf(path: string): string {
  return typeOf(/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase());
}

function typeOf(extension = ''): string {
  return assetTypes.get(extension) ?? 'application/octet-stream';
}

/** Whether a page shows a file of this type: an image, audio, video, or a text track. Browsers save all others. */
export function isShown(type: string): boolean {
  return /^(?:image|video|audio|text\/vtt)/.test(type);
}

/** Whether the build writes a compressed form of an asset, too. */
export function isTextAsset(path: string): boolean {
  return /\.(?:svg|vtt)$/.test(path);
}

/** A name that the build gives an asset. */
export interface AssetName {
  /** `<stem>.<hash>.<extension>`. */
  name: string;
  /** 32 hexadecimal digits of its content, the last 8 of them its CRC-32. */
  hash: string;
  /** Its media type. */
  type: string;
}

/** The name of an asset. `extension` begins with a dot. */
export function toAssetName(stem: string, hash: string, extension: string): string {
  return `${stem.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')}.${hash}${extension.toLowerCase()}`;
}

/** The name of the asset at a path, or of the one whose compressed form is there. */
export function assetNameAt(path: string): string {
  const name = path.slice(assetFolder.length);
  const own = name.replace(/\.gz$/, '');
  return pattern.test(own) ? own : name;
}

/** As `toAssetName` makes them; so nothing else that is in the folder, or elsewhere, can be named. */
const pattern = /^[\p{L}\p{M}\p{N}_-]*\.([0-9a-f]{32})\.([a-z0-9]+)$/u;

/** Bytes of the longest name that a file system takes, less those of `.gz`. */
const maxLength = 252;

/** The name that a path below `/media/` asks for; null where the build gives no such name. */
export function parseAssetAddress(pathname: string): AssetName | null {
  const name = decodePercent(pathname.slice(assetFolder.length + 1)) ?? '';
  const [, hash, extension] = pattern.exec(name) ?? [];
  if (hash === undefined || name !== name.normalize('NFC')) return null;
  const byteLength = encodeURIComponent(name).replace(/%../g, ' ').length;
  return byteLength > maxLength ? null : { name, hash, type: typeOf(extension) };
}

/**
 * The CRC-32 in the name of an asset. Its compressed form `.gz` is named by what it holds. Null for another name: such content cannot be
 * checked.
 */
export function checksumOfAsset(path: string): { crc: number; isGzip: boolean } | null {
  const [, hash, isGzip] = /\.([0-9a-f]{32})\.[^./]+?(\.gz)?$/.exec(path) ?? [];
  return hash === undefined ? null : { crc: checksumOf(hash), isGzip: isGzip !== undefined };
}
