import { slug } from 'github-slugger';
import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { cjkCharacter } from '../../markdown/adapt/fix-emphasis.ts';
import { type BodyProblem, warnInBody } from '../../markdown/checks/body-problems.ts';
import { toPlayer } from '../../markdown/html/players.ts';
import type { Position } from '../../problems/problem.ts';
import { isShownPath } from '../../source/asset-paths.ts';
import { encodePath, encodeSegment } from '../fix-named.ts';
import { type ImageSize, toSizedImage, withTextBelow } from '../sized-images.ts';

/** Links and images of Markdown in place of `[[Page#Heading|text]]` and `![[image.png|300]]`, where their targets exist. */
export function fixWikiLinks({ rendered, masked, positionOf, findNamed, report }: CurrentBody): Edit[] {
  if (!rendered.markdown.includes('[[')) return [];
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
    const end = index + written.length;
    /** With what is hidden in it, such as code. */
    const read = (part: string, from: number): string => rendered.markdown.slice(from, from + part.length);
    const link = toMarkdown(path, bang !== '', {
      name,
      heading: read(heading, written.indexOf('[[') + index + 2 + name.length),
      alias: read(alias, end - alias.length - 2),
    });
    edits.push({ start: index, end, text: withTextBelow(link, rendered.markdown, end) });
  }
  const [first, ...others] = broken;
  if (first !== undefined) report(toBroken(first, others.length, positionOf(first.offset)));
  return edits;
}

interface Broken {
  written: string;
  offset: number;
  isImage: boolean;
}

/** Wiki links that lead nowhere, in one warning. */
function toBroken({ written, isImage }: Broken, others: number, at: Position): BodyProblem {
  const more = others === 0 ? '' : ` (and ${others} more such links)`;
  return warnInBody(isImage ? 'missing-image' : 'broken-link', at, {
    found: `\`${written}\`${more}. No published file has that name, so readers see it as text`,
    expected: 'the name of an article or an image in the content folder, not an alias',
    fix: 'Correct the name, add the file, or write only the text.',
  });
}

interface Parts {
  name: string;
  /** With its `#`. */
  heading: string;
  alias: string;
}

/**
 * Behind a letter of a script with spaces between words it is code. `^` begins the id of a block. In a table the bar is escaped; some
 * programs escape it everywhere.
 */
export const wikiLink = new RegExp(
  `(?<!(?![${cjkCharacter}])[\\p{L}\\p{N}\\]])(!?)\\[\\[([^[\\]\\n\\0|#^\\\\]{0,500})((?:#[^[\\]\\n|\\\\]{0,500})?)(?:\\\\?\\|([^[\\]\\n]{0,500}))?\\]\\](?!\\()`,
  'gu',
);

export const hasEnding = /\.[a-z\d]{2,5}$/i;

function toMarkdown(path: string, isEmbedded: boolean, { name, heading, alias }: Parts): string {
  const address = path === '' ? '' : `/${encodePath(path)}`;
  if (isEmbedded && isShownPath(path)) {
    const player = toPlayer(address);
    if (player !== null) return player;
    const bare = name.trim().replace(/^.*\//, '').replace(hasEnding, '');
    const read = readSize(alias);
    return read === null
      ? `![${escapeName(alias.trim() || bare)}](${address})`
      : toSizedImage({ address, text: read.text || bare }, read);
  }
  const last = heading.split('#').at(-1)?.trim() ?? '';
  const fragment = last === '' || last.startsWith('^') ? '' : `#${encodeSegment(slug(last))}`;
  const shown = [escapeName(name.trim()), last.startsWith('^') ? '' : last].filter((part) => part !== '').join(' > ');
  return `[${alias.trim() || shown}](${address}${fragment})`;
}

/** The text of an image with `300` or `300x200` behind its last bar, which others would show; null for other texts. */
export function readSize(written: string): ({ text: string } & ImageSize) | null {
  const parts = written.split(/\\?\|/);
  const [whole, width, height] = size.exec(parts.pop() ?? '') ?? [];
  return whole === undefined ? null : { text: parts.join('|').trim(), width, height };
}

const size = /^\s*(\d{1,5})(?:x(\d{1,5}))?\s*$/;

function escapeName(name: string): string {
  return name.replace(/[\\*_`<]/g, '\\$&');
}
