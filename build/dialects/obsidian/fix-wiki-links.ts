import { slug } from 'github-slugger';
import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { type BodyProblem, warnInBody } from '../../markdown/checks/body-problems.ts';
import { escapeAttribute } from '../../markdown/html/escape-html.ts';
import type { Position } from '../../problems/problem.ts';

/** Links and pictures of Markdown in place of `[[Page#Heading|text]]` and `![[image.png|300]]`, where their targets exist. */
export function fixWikiLinks({ rendering, masked, positionOf, findNamed, report }: CurrentBody): Edit[] {
  if (!rendering.markdown.includes('[[')) return [];
  const edits: Edit[] = [];
  const broken: Broken[] = [];
  for (const { 0: written, 1: bang = '', 2: name = '', 3: heading = '', 4: alias = '', index } of masked().matchAll(
    wikiLink,
  )) {
    if (name.trim() === '' && heading === '') continue;
    const path = name.trim() === '' ? '' : findNamed(name.trim(), index);
    if (path === null) {
      if (/\p{L}/u.test(name)) broken.push({ written, offset: index, isImage: bang !== '' && hasEnding.test(name) });
      continue;
    }
    const text = toMarkdown(path, bang !== '', { name, heading, alias });
    edits.push({ start: index, end: index + written.length, text });
  }
  for (const problem of reportBroken(broken, positionOf)) report(problem);
  return edits;
}

interface Broken {
  written: string;
  offset: number;
  isImage: boolean;
}

/** Wiki links that lead nowhere, in one warning. */
function reportBroken([first, ...others]: readonly Broken[], toPosition: (offset: number) => Position): BodyProblem[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` (here and ${others.length} more such links)`;
  return [
    warnInBody(first.isImage ? 'missing-image' : 'broken-link', toPosition(first.offset), {
      found: `\`${first.written}\`, but no file of that name that is published, so it is shown as it is written${more}`,
      expected: 'the name of an article or a picture in the content folder',
      fix: 'Correct the name, add the file, or write the text alone.',
    }),
  ];
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
