import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { hashBytes } from '../../build/source/hash-bytes.ts';
import { encodeTestArticle, makeArticle } from './release.ts';

const long = Buffer.from(Array.from({ length: 900_000 }, (_, i) => 32 + ((i * i) % 90)));
const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h1"/>'.repeat(99)}</svg>`);
const drawingName = `zeichnung-ü.${hashBytes(drawing)}.svg`;

/** An asset that is longer than what is read at once. */
export const video = { name: `video.${hashBytes(long)}.mp4`, bytes: long };

/** A list of all of them is streamed: it has some 2 MB, and what remains when headings are cut is more than is read at once. */
export const adapterArticles = Array.from({ length: 130 }, (_, index) => {
  const heading = `<h1>Überschrift ${index} ${'long '.repeat(index)}</h1>\n`;
  const html = `${heading}${Array.from({ length: 300 }, (_, line) => `<p>Text ${index * line}, ${line}</p>\n`).join('')}`;
  const aliases = index === 6 ? ['former', 'früher'] : [];
  const media = index === 0 ? [video.name, drawingName] : [];
  return encodeTestArticle(makeArticle({ id: index + 1, html }), { htmlCuts: [[0, heading.length]], aliases, media });
});

const list = '/api/v1/articles';

/** The origin whose pages may read the responses. */
export const app = 'https://app.example';

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
}

/** What depends on who sends, not on what is sent. */
const ofTransport = ['connection', 'date', 'keep-alive', 'transfer-encoding'];
export const withoutTransport = (headers: Iterable<[string, unknown]>): object =>
  Object.fromEntries([...headers].filter(([name]) => !ofTransport.includes(name)));

const gzip = { 'Accept-Encoding': 'gzip' };
/** What every adapter responds alike. */
export const adapterRequests: [what: string, target: string, asked?: Asked][] = [
  ['a list', `${list}?per_page=3`],
  ['a list that is streamed', list],
  ['a list of two page files', `${list}?per_page=70`],
  ['a list in gzip', `${list}?per_page=70`, { headers: gzip }],
  ['a list without headings', `${list}?per_page=70&exclude_h1=1`],
  ['a list without headings in gzip', `${list}?per_page=70&exclude_h1=1`, { headers: gzip }],
  ['the last page', `${list}?page=2`],
  ['a page beyond the end', `${list}?page=9`],
  ['HEAD of a list', list, { method: 'HEAD' }],
  ['an article by id', `${list}/7`],
  ['an article by slug, in gzip', `${list}/article-7`, { headers: gzip }],
  ['an article without its heading', `${list}/7?exclude_h1=true`],
  ['HEAD of an article', `${list}/7`, { method: 'HEAD' }],
  ['a former slug', `${list}/former?exclude_h1=1`],
  ['a former slug, percent-encoded', `${list}/fr%C3%BCher`],
  ['304', `${list}/7`, { headers: { 'If-None-Match': '*' } }],
  ['304 of a list', list, { headers: { 'If-None-Match': '*', ...gzip } }],
  ['what comes after a place', `${list}?page=2&after=1767225600-5`],
  ['a token that is not known', `/api/v1/changes?since=${'a'.repeat(32)}-1`],
  ['no such article', `${list}/none`],
  ['no such route', '/api/nothing'],
  ['no key', list, { headers: { 'X-Api-Key': '' } }],
  ['another key', list, { headers: { 'X-Api-Key': 'another' } }],
  ['HEAD with another key', list, { method: 'HEAD', headers: { 'X-Api-Key': 'another' } }],
  ['a method that is not answered', list, { method: 'POST' }],
  ['a method that is not known', list, { method: 'PURGE' }],
  ['OPTIONS', list, { method: 'OPTIONS' }],
  ['neither coding', list, { headers: { 'Accept-Encoding': '*;q=0' } }],
  ['a target that is too long', `${list}/${'a'.repeat(8001)}`],
  ['wrong parameters', `${list}?page=0&per_page=x`],
  ['a page of another origin', `${list}/7`, { headers: { Origin: app } }],
  ['an error to a page of another origin', `${list}/none`, { headers: { Origin: app } }],
  ['a method that is not known, of another origin', list, { method: 'PURGE', headers: { Origin: app } }],
  ['two hosts', list, { headers: { Host: 'a, b', Origin: app } }],
];

/** Writes the media that `openRequests` ask for. */
export async function writeMedia(out: string): Promise<void> {
  const folder = join(out, 'media');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, video.name), video.bytes);
  await writeFile(join(folder, drawingName), drawing);
  await writeFile(join(folder, `${drawingName}.gz`), gzipSync(drawing));
}

const drawingPath = `/media/${encodeURI(drawingName)}`;
const other = video.name.replace(/[0-9a-f]{8}\.mp4$/, '00000000.mp4');

/** What every adapter responds alike to anybody. */
export const openRequests: [what: string, target: string, asked?: Asked][] = [
  ...[
    '/',
    '/index.md',
    '/llms.txt',
    '/openapi.json',
    '/favicon.svg',
    '/healthz',
    '/none',
    '/api',
    '/index.html',
  ].flatMap((target): [string, string, Asked?][] => [
    [target, target, { headers: { Origin: app } }],
    [`${target} in gzip`, target, { headers: gzip }],
    [`HEAD of ${target}`, target, { method: 'HEAD', headers: gzip }],
    [`OPTIONS of ${target}`, target, { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'GET' } }],
    [`POST to ${target}`, target, { method: 'POST' }],
    [`304 of ${target}`, target, { headers: { 'If-None-Match': '*' } }],
    [`412 of ${target}`, target, { headers: { 'If-Match': '"a"' } }],
  ]),
  ['a page with a query', '/?a=1'],
  ['a video', `/media/${video.name}`],
  ['HEAD of a video', `/media/${video.name}`, { method: 'HEAD' }],
  ['a range of a video', `/media/${video.name}`, { headers: { Range: 'bytes=10-19' } }],
  ['a long range of a video', `/media/${video.name}`, { headers: { Range: 'bytes=1-' } }],
  ['the end of a video', `/media/${video.name}`, { headers: { Range: 'bytes=-5' } }],
  ['a range behind a video', `/media/${video.name}`, { headers: { Range: 'bytes=900000-' } }],
  ['304 of a video', `/media/${video.name}`, { headers: { 'If-None-Match': '*' } }],
  ['412 of a video', `/media/${video.name}`, { headers: { 'If-Match': '"a"' } }],
  ['OPTIONS of a video', `/media/${video.name}`, { method: 'OPTIONS' }],
  ['a video that is not there', `/media/${other}`],
  ['a drawing', drawingPath],
  ['a drawing in gzip', drawingPath, { headers: gzip }],
  ['a range of a drawing in gzip', drawingPath, { headers: { ...gzip, Range: 'bytes=1-5' } }],
  ['the gzip form by its own name', `${drawingPath}.gz`],
  ...[
    ...['/media', '/media/', '/media/%', '/media/%00', '/media/x%00.png', '/media/..%2fapi%2fv1%2frelease.json'],
    ...['/media/..%5capi', `/media/x%2f..%2f${video.name}`, `/media//${video.name}`],
    ...[
      `/media/${video.name}%00`,
      `/media/${video.name}%2f`,
      `/media/${video.name.toUpperCase()}`,
      '/%2e%2e/secret.txt',
    ],
    ...['/secret.txt', '/index.html.gz', '/constructor', '/__proto__', '/media/constructor', '/healthz/'],
    `/media/${'a'.repeat(300)}.${'0'.repeat(32)}.png`,
  ].map((target): [string, string] => [`${target.slice(0, 80)}, which is not there`, target]),
];
