import { slug } from 'github-slugger';
import { escapeAttribute } from '../html/escape-html.ts';
import type { Edit } from './apply-edits.ts';

/** The path from the content folder of the file that a link at an offset names; null for none. */
export type FindTarget = (name: string, offset: number) => string | null;

/** What became of wiki links. */
export interface WikiLinks {
  edits: Edit[];
  /** Those that lead nowhere, as written, and where they stand. */
  broken: { written: string; offset: number; isImage: boolean }[];
}

/**
 * Links and pictures of Markdown in place of `[[Page#Heading|text]]` and `![[image.png|300]]`, where their targets exist. `text` is
 * masked.
 */
export function fixWikiLinks(text: string, find: FindTarget): WikiLinks {
  const result: WikiLinks = { edits: [], broken: [] };
  if (!text.includes('[[')) return result;
  for (const { 0: written, 1: bang = '', 2: name = '', 3: heading = '', 4: alias = '', index } of text.matchAll(
    wikiLink,
  )) {
    if (name.trim() === '' && heading === '') continue;
    const path = name.trim() === '' ? '' : find(name.trim(), index);
    if (path === null) {
      if (/\p{L}/u.test(name))
        result.broken.push({ written, offset: index, isImage: bang !== '' && hasEnding.test(name) });
      continue;
    }
    result.edits.push({
      start: index,
      end: index + written.length,
      text: toMarkdown(path, bang !== '', { name, heading, alias }),
    });
  }
  return result;
}

interface Parts {
  name: string;
  /** With its signs. */
  heading: string;
  alias: string;
}

/** `^` begins the id of a block. In a table the bar is escaped. */
const wikiLink =
  /(?<![\p{L}\p{N}\]])(!?)\[\[([^[\]\n\0|#^\\]{0,500})((?:#[^[\]\n\0|\\]{0,500})?)(?:\\?\|([^[\]\n\0]{0,500}))?\]\](?!\()/gu;

const hasEnding = /\.[a-z\d]{2,5}$/i;

function toMarkdown(path: string, isEmbedded: boolean, { name, heading, alias }: Parts): string {
  const address = path === '' ? '' : `/${path.split('/').map(encodeSegment).join('/')}`;
  const ending = /\.[a-z\d]+$/i.exec(path)?.[0].toLowerCase() ?? '';
  if (isEmbedded && !isPage.test(path)) {
    const bare = name.trim().replace(/^.*\//, '').replace(hasEnding, '');
    if (sounds.has(ending)) return `<audio controls src="${escapeAttribute(address)}"></audio>`;
    if (films.has(ending)) return `<video controls src="${escapeAttribute(address)}"></video>`;
    const [whole, width, height] = size.exec(alias) ?? [];
    if (whole === undefined) return `![${escapeName(alias.trim() || bare)}](${address})`;
    const sizes = ` width="${width}"${height === undefined ? '' : ` height="${height}"`}`;
    return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(bare)}"${sizes}>`;
  }
  const last = heading.split('#').at(-1)?.trim() ?? '';
  const fragment = last === '' || last.startsWith('^') ? '' : `#${encodeSegment(slug(last))}`;
  const shown = [name.trim(), last.startsWith('^') ? '' : last].filter((part) => part !== '').join(' > ');
  return `[${alias.trim() || escapeName(shown)}](${address}${fragment})`;
}

const isPage = /\.(?:md|markdown|mdx)$/i;

const size = /^\s*(\d{1,5})(?:x(\d{1,5}))?\s*$/;

const sounds: ReadonlySet<string> = new Set(['.mp3', '.m4a', '.aac', '.ogg', '.oga', '.opus', '.flac', '.wav']);

const films: ReadonlySet<string> = new Set(['.mp4', '.m4v', '.webm', '.ogv', '.mov']);

function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(
    /[()*']/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function escapeName(name: string): string {
  return name.replace(/[\\*_`<]/g, '\\$&');
}
