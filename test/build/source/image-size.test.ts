import { describe, expect, test } from 'vitest';
import { readImageSize } from '../../../build/source/image-size.ts';

const bytes = (text: string): Buffer => Buffer.from(text.replace(/ /g, ''), 'hex');

/** A JPEG of 640 × 480 up to its size, with EXIF of this orientation. */
function jpeg(orientation: number | null, isBigEndian = true): Buffer {
  const two = (value: number): string => {
    const digits = value.toString(16).padStart(4, '0');
    return isBigEndian ? digits : digits.slice(2) + digits.slice(0, 2);
  };
  const four = (value: number): string => (isBigEndian ? `0000${two(value)}` : `${two(value)}0000`);
  const tiff = `${isBigEndian ? '4d4d' : '4949'}${two(42)}${four(8)}${two(1)}${two(274)}${two(3)}${four(1)}${two(orientation ?? 0)}0000`;
  const exif = `457869660000${tiff}00000000`;
  const app1 = `ffe1${(exif.length / 2 + 2).toString(16).padStart(4, '0')}${exif}`;
  return bytes(
    `ffd8${orientation === null ? 'ffe000104a46494600010100000100010000' : app1}ffc0001108 01e0 0280 03011100021101031101 ffd9`,
  );
}

const box = (name: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
};

const avif = Buffer.concat([
  box('ftyp', Buffer.from('avif\0\0\0\0mif1')),
  box('meta', Buffer.alloc(4), box('iprp', box('ipco', box('ispe', bytes('00000000 00000280 000001e0'))))),
]);

describe('the size of', () => {
  test.each([
    ['a PNG', bytes('89504e470d0a1a0a 0000000d49484452 00000280000001e0 0806000000')],
    ['a GIF', bytes('474946383961 8002 e001 000000')],
    ['a BMP', bytes('424d 00000000 00000000 00000000 28000000 80020000 20feffff')],
    ['a lossy WebP', bytes('52494646 00000000 57454250 56503820 00000000 000000 9d012a 8002 e001')],
    ['a lossless WebP', bytes('52494646 00000000 57454250 5650384c 00000000 2f 7fc27700')],
    ['an extended WebP', bytes('52494646 00000000 57454250 56503858 0a000000 00000000 7f0200 df0100')],
    ['an AVIF', avif],
    ['a JPEG', jpeg(null)],
    ['a JPEG that stands', jpeg(1)],
    ['a JPEG upside down', jpeg(3)],
    ['a JPEG upside down, with little end first', jpeg(4, false)],
    [
      'an SVG',
      Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="x" width="640" height="480px" viewBox="0 0 1 1">'),
    ],
    ['an SVG with fractions', Buffer.from("\ufeff<svg height='479.6' width='640.2'>")],
  ])('%s', (_, head) => {
    expect(readImageSize(head)).toEqual({ width: 640, height: 480 });
  });

  test.each([5, 6, 7, 8])('a JPEG on its side, by orientation %i', (orientation) => {
    expect(readImageSize(jpeg(orientation))).toEqual({ width: 480, height: 640 });
    expect(readImageSize(jpeg(orientation, false))).toEqual({ width: 480, height: 640 });
  });
});

describe('no size has', () => {
  const svg = (attributes: string): Buffer => Buffer.from(`<svg ${attributes}>`);

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('not an image, width="5" height="5"')],
    ['a page with an SVG behind text', Buffer.from('a <svg width="5" height="5">')],
    ['an SVG in percent', svg('width="100%" height="100%"')],
    ['an SVG in other units', svg('width="10cm" height="5em"')],
    ['an SVG with one side', svg('width="10"')],
    ['an SVG with a view box alone', svg('viewBox="0 0 10 10" stroke-width="1" line-height="5"')],
    ['an SVG of nothing', svg('width="0" height="10"')],
    ['a PNG without its header', bytes('89504e470d0a1a0a 0000000d49444154 0000028000000000')],
    ['a PNG without height', bytes('89504e470d0a1a0a 0000000d49484452 0000028000000000')],
    ['a PNG that is too large', bytes('89504e470d0a1a0a 0000000d49484452 7fffffff00000001')],
    [
      'an AVIF whose box has no length',
      Buffer.concat([avif.subarray(0, 20), bytes('00000000 6d657461'), Buffer.alloc(99)]),
    ],
    ['a photograph of another program', Buffer.from('8BPS\0\x01')],
  ])('%s', (_, head) => {
    expect(readImageSize(head)).toBeNull();
  });

  test('an image that ends too early, wherever', () => {
    for (const whole of [jpeg(6), avif, jpeg(null)]) {
      for (let length = 0; length < whole.length - 60; length++) {
        const size = readImageSize(whole.subarray(0, length));
        if (size !== null) expect(Object.values(size).every((side) => Number.isInteger(side) && side > 0)).toBe(true);
      }
    }
  });
});

test('of all but a JPEG, only the beginning is searched', () => {
  const boxes = Array.from({ length: 10_000 }, () => box('ispe', bytes('00000000 00000280 000001e0')));
  const long = Buffer.concat([avif.subarray(0, 20), box('meta', Buffer.alloc(4), box('iprp', box('ipco', ...boxes)))]);
  expect(readImageSize(long)).toBeNull();
});
