import { createRequire } from 'node:module';
import { lazy } from '../package/lazy.ts';

/** Pixels of an image, as browsers show it. */
export interface PixelSize {
  width: number;
  height: number;
}

/**
 * The size of an image by the first bytes of its file. Null where they do not say it, for what is no image that
 * browsers show, and for an SVG whose root has no width and height in plain pixels.
 */
export function readImageSize(head: Buffer): PixelSize | null {
  try {
    const { width, height } = sizeOfSvg(head) ?? sizeOfPixels(head);
    const isSize = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= maxSide);
    return isSize ? { width, height } : null;
  } catch {
    return null;
  }
}

/** Of the formats: PNG says sizes of up to 31 bits, and nobody shows those. */
const maxSide = 1_000_000;

/**
 * Bytes of a file that are searched: only in a JPEG does much stand before the size. For others, time can grow with the
 * square of their number.
 */
const maxHead = 16 * 1024;

function sizeOfPixels(head: Buffer): PixelSize {
  const { jpeg, others } = loadFormats();
  if (jpeg.validate(head)) {
    const { width, height, orientation = 1 } = jpeg.calculate(head);
    // EXIF: from 5 on, the image lies on its side.
    return orientation < 5 ? { width, height } : { width: height, height: width };
  }
  const start = head.subarray(0, maxHead);
  const format = others.find(({ validate }) => validate(start));
  if (format === undefined) throw new TypeError('No known format.');
  return format.calculate(start);
}

function sizeOfSvg(head: Buffer): PixelSize | null {
  if (!/^\s*</.test(head.toString('utf8', 0, 100))) return null;
  const [, tag = ''] = /<svg(\s[^<>]*)>/.exec(head.toString('utf8', 0, maxHead)) ?? [];
  const sides = new Map(Array.from(tag.matchAll(plainSide), ([, name, value]) => [name, Math.round(Number(value))]));
  return { width: sides.get('width') ?? 0, height: sides.get('height') ?? 0 };
}

const plainSide = /\s(width|height)=["'](\d{1,7}(?:\.\d{1,9})?)(?:px)?["']/g;

const require = createRequire(import.meta.url);

/** Loaded with the first image. */
const loadFormats = lazy(() => ({
  jpeg: (require('image-size/types/jpg') as typeof import('image-size/types/jpg')).JPG,
  others: [
    require('image-size/types/png').PNG,
    require('image-size/types/gif').GIF,
    require('image-size/types/webp').WEBP,
    require('image-size/types/heif').HEIF,
    require('image-size/types/bmp').BMP,
    require('image-size/types/ico').ICO,
  ] as typeof import('image-size/types/jpg').JPG[],
}));
