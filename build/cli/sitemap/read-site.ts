import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import fastGlob from 'fast-glob';
import { decompress, readAtMost } from '../../../src/storage/read-stream.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { count } from '../figures.ts';

/** Bytes of one sitemap, as sitemaps.org allows them; sitemaps of an index; milliseconds for all. */
const [maxBytes, maxSitemaps, maxTime] = [50 * 1024 * 1024, 1000, 120_000];

/** Addresses of a site: the largest sitemaps have some hundred thousand. */
const maxAddresses = 1_000_000;

/**
 * The paths of all pages of a website, percent-encoded, each once. `from` is the file or the http(s) address of a
 * sitemap (XML or a text of addresses, also compressed), or of an index of them, or the folder that holds the pages
 * themselves. Throws `UsageError`.
 */
export async function readSite(from: string): Promise<string[]> {
  const state = isAddress(from) ? undefined : statSync(from, { throwIfNoEntry: false });
  if (state?.isDirectory()) return readFolder(from);
  const signal = AbortSignal.timeout(maxTime);
  const found = new Set<string>();
  const sitemaps = new Set([from]);
  for (const sitemap of sitemaps) {
    const text = await readText(sitemap, signal);
    const { pages, others } = text.trimStart().startsWith('<')
      ? parseSitemap(text, sitemap)
      : parseLines(text, sitemap);
    for (const page of pages) found.add(toUrl(page, sitemap).pathname);
    for (const other of others)
      sitemaps.add(isAddress(sitemap) ? toUrl(other, sitemap).href : findBeside(sitemap, other));
    if (sitemaps.size > maxSitemaps) refuse(from, `an index of more than ${count(maxSitemaps, 'sitemap')}`);
    if (found.size > maxAddresses) refuse(from, `more than ${count(maxAddresses, 'address')}es`);
  }
  if (found.size === 0) refuse(from, 'no address in it');
  return [...found];
}

/** Pages of a website on disk. */
async function readFolder(folder: string): Promise<string[]> {
  const files = await fastGlob('**/*.{html,htm}', { cwd: folder, followSymbolicLinks: false, ignore: ['404.html'] });
  if (files.length === 0) refuse(folder, 'a folder without a file that ends in .html');
  const toPath = (file: string): string => `/${file.split('/').map(encodeURIComponent).join('/')}`;
  return files.sort().map((file) => toPath(file).replace(/(?<=\/)index\.html?$/, ''));
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

async function readText(from: string, signal: AbortSignal): Promise<string> {
  try {
    const bytes = isAddress(from) ? await download(from, signal) : await readBytes(from);
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? await decompress(bytes, maxBytes) : bytes;
    return new TextDecoder().decode(plain);
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } };
    const why = name === 'TimeoutError' ? `no response within ${maxTime / 1000} seconds` : (cause?.code ?? message);
    return refuse(from, `what cannot be read: ${why}`);
  }
}

async function readBytes(file: string): Promise<Uint8Array> {
  if (statSync(file).size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
  return readFile(file);
}

async function download(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(address, { signal });
  if (response.ok && response.body !== null) return readAtMost(response.body, maxBytes);
  await response.body?.cancel();
  throw new Error(`the server responds with status ${response.status}`);
}

interface Sitemap {
  pages: string[];
  /** Other sitemaps. */
  others: string[];
}

/** Entities of a document type are never resolved. */
function parseSitemap(text: string, from: string): Sitemap {
  let root: XmlElement | null = null;
  try {
    ({ root } = parseXml(text));
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n');
    refuse(from, `what is no XML: ${why}`);
  }
  const name = localName(root);
  if (name !== 'urlset' && name !== 'sitemapindex') refuse(from, `XML of another kind: <${name}>`);
  const places = childrenOf(root, name === 'urlset' ? 'url' : 'sitemap').flatMap((each) => childrenOf(each, 'loc'));
  const addresses = places.map((each) => each.text.trim()).filter((address) => address !== '');
  return name === 'urlset' ? { pages: addresses, others: [] } : { pages: [], others: addresses };
}

function childrenOf(element: XmlElement | null, name: string): XmlElement[] {
  const isWanted = (child: unknown): child is XmlElement => child instanceof XmlElement && localName(child) === name;
  return (element?.children as unknown[] | undefined)?.filter(isWanted) ?? [];
}

function localName(element: XmlElement | null): string {
  return element?.name.replace(/^.*:/, '') ?? '';
}

function parseLines(text: string, from: string): Sitemap {
  const pages = text.split(/\r\n?|\n/).flatMap((line) => line.trim() || []);
  const wrong = pages.find((page) => !isAddress(page) && !page.startsWith('/'));
  if (wrong !== undefined) refuse(from, `a line that is no address: ${JSON.stringify(wrong.slice(0, 80))}`);
  return { pages, others: [] };
}

function toUrl(address: string, from: string): URL {
  const base = isAddress(from) ? from : 'https://site.example/';
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (url === null || !isAddress(url.href)) refuse(from, `an address without http: ${address.slice(0, 200)}`);
  return url;
}

/** Of an index on disk: another sitemap of the same folder, where it lies there, else its address. */
function findBeside(index: string, address: string): string {
  const url = toUrl(address, index);
  const segments = url.pathname.split('/').slice(1);
  const files = segments.map((_, i) => join(dirname(index), ...segments.slice(i)));
  return files.find((file) => existsSync(file)) ?? url.href;
}

function refuse(from: string, found: string): never {
  throw new UsageError(
    `--sitemap ${from}: found ${found}. Expected a sitemap, such as https://www.example.com/sitemap.xml or ` +
      'public/sitemap.xml, or the folder of the pages that your program wrote.',
  );
}
