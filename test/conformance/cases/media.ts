import type { Asked, Case, Expected } from '../case.ts';
import { assets } from '../content.ts';
import type { Fixture } from '../fixture.ts';
import { one, shorten } from './requests.ts';

const section = 'Open, without a key';

const ofMedia = {
  ...{ 'cache-control': 'public, max-age=300, must-revalidate', 'accept-ranges': 'bytes', 'last-modified': null },
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': null,
  'content-security-policy': /^default-src 'none'; .*sandbox$/,
};

const bytes = assets['film.mp4'];
const size = bytes.length;

const ranges: [range: string, start: number, end: number][] = [
  ['bytes=0-0', 0, 0],
  ['bytes=0-1', 0, 1],
  ['bytes=0-', 0, size - 1],
  ['bytes=10-19', 10, 19],
  [`bytes=${size - 1}-`, size - 1, size - 1],
  [`bytes=${size - 10}-${size + 5}`, size - 10, size - 1],
  ['bytes=-1', size - 1, size - 1],
  ['bytes=-5', size - 5, size - 1],
  [`bytes=-${size * 2}`, 0, size - 1],
  ['Bytes=3-4', 3, 4],
  ['bytes=65530-131080', 65530, 131080],
];

const others = [
  ...['bytes=5-2', 'bytes=0-1,4-5', 'bytes=a-b', 'bytes=-', 'bytes=', 'bytes 0-1', 'lines=0-1', 'bytes=0-1, 3-4'],
  'bytes=+1-2',
];

const beyond = [`bytes=${size}-`, `bytes=${size + 1}-${size + 2}`, 'bytes=-0', 'bytes=99999999999999999999-'];

/** Images and videos, whole and in part. */
export function casesOfMedia({ media }: Fixture): Case[] {
  const [svg, png, video] = [`/media/${media.svg}`, `/media/${media.png}`, `/media/${media.video}`] as const;
  const [csv, slides] = [`/media/${encodeURIComponent(media.csv)}`, `/media/${media.slides}`];
  const tag = `"${/\.([0-9a-f]{32})\./.exec(video)?.[1]}"`;
  const part = (start: number, end: number): Expected => ({
    status: 206,
    headers: { ...ofMedia, 'content-range': `bytes ${start}-${end}/${size}`, 'content-type': 'video/mp4', etag: tag },
    body: bytes.subarray(start, end + 1),
  });
  const whole: Expected = { status: 200, headers: { ...ofMedia, 'content-range': null, etag: tag }, body: bytes };
  const ask = (title: string, headers: NonNullable<Asked['headers']>, expected: Expected): Case =>
    one(section, title, { target: video, headers }, expected);
  const asks = (title: string, headers: NonNullable<Asked['headers']>, expected: Expected): Case =>
    ask(title, { Range: 'bytes=1-2', ...headers }, expected);
  const full = (target: string, type: string, body: Buffer, disposition: string | null = null): Case =>
    one(
      section,
      shorten(target),
      { target },
      {
        status: 200,
        headers: { ...ofMedia, 'content-type': type, 'content-encoding': null, 'content-disposition': disposition },
        body,
      },
    );
  const isNotCompressed = (target: string): Case =>
    one(
      section,
      `${shorten(target)} is not compressed`,
      { target, headers: { 'Accept-Encoding': 'gzip' } },
      {
        status: 200,
        headers: { 'content-encoding': null },
      },
    );
  return [
    full(svg, 'image/svg+xml', assets['press.svg']),
    full(png, 'image/png', assets['dot.png']),
    full(video, 'video/mp4', bytes),
    full(csv, 'text/csv', assets['größen.csv'], "attachment; filename*=UTF-8''gr%C3%B6%C3%9Fen.csv"),
    full(slides, 'application/octet-stream', assets['talk.key'], "attachment; filename*=UTF-8''talk.key"),
    one(
      section,
      'a range of a file to download',
      { target: csv, headers: { Range: 'bytes=0-1' } },
      { status: 206, headers: { 'content-disposition': /^attachment/ }, body: 'a,' },
    ),
    isNotCompressed(png),
    isNotCompressed(video),
    ...ranges.map(([range, start, end]) => ask(`206 of media: ${range}`, { Range: range }, part(start, end))),
    ...others.map((range) => ask(`no range of media: ${range}`, { Range: range }, whole)),
    ...beyond.map((range) =>
      ask(
        `416 of media: ${range}`,
        { Range: range },
        {
          status: 416,
          headers: { 'content-range': `bytes */${size}`, 'cross-origin-resource-policy': null },
        },
      ),
    ),
    asks('If-Range: TAG', { 'If-Range': tag }, part(1, 2)),
    asks('If-Range: W/TAG', { 'If-Range': `W/${tag}` }, whole),
    ...['"a"', 'Wed, 01 Jan 2098 00:00:00 GMT', 'x'].map((field) =>
      asks(`If-Range: ${field}`, { 'If-Range': field }, whole),
    ),
    asks('If-None-Match before a range', { 'If-None-Match': tag }, { status: 304 }),
    asks('If-Match before a range', { 'If-Match': '"a"' }, { status: 412 }),
    asks('If-Match and a range', { 'If-Match': tag }, part(1, 2)),
    one(
      section,
      'a range with HEAD is ignored',
      { method: 'HEAD', target: video, headers: { Range: 'bytes=1-2' } },
      {
        status: 200,
        headers: { 'content-range': null, 'content-length': String(size) },
      },
    ),
    one(
      section,
      'a range of an image with a gzip form',
      { target: svg, headers: { Range: 'bytes=0-3' } },
      {
        status: 206,
        body: '<svg',
      },
    ),
    one(
      section,
      'a range of the gzip form',
      { target: svg, headers: { 'Accept-Encoding': 'gzip', Range: 'bytes=0-1' } },
      {
        status: 206,
        headers: { 'content-range': /^bytes 0-1\/\d+$/ },
      },
    ),
  ];
}
