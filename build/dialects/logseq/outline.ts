import { applyEdits, type Edit } from '../../markdown/edits.ts';
import { maskCode } from '../mask-code.ts';

/** What readers of an outline see, as Markdown: see each of the passes. Edits of the source. */
export function readOutline(source: string): Edit[] {
  let chunks: Chunk[] = [{ start: 0, text: source, isWritten: true }];
  for (const pass of [
    fillReferences,
    numberItems,
    cutProperties,
    cutDrawers,
    cutEmptyItems,
    cutEmptyItems,
    endTextAbove,
  ]) {
    const text = chunks.map((chunk) => chunk.text).join('');
    const edits = pass(text);
    if (edits.length > 0)
      chunks = change(
        chunks,
        applyEdits(text, edits).applied.map(({ edit }) => edit),
      );
  }
  return toEdits(chunks, source.length);
}

/** A part of a text: of the source, from `start` on, or written in place of some of it. */
interface Chunk {
  start: number;
  text: string;
  isWritten: boolean;
}

function change(chunks: readonly Chunk[], edits: readonly Edit[]): Chunk[] {
  const changed: Chunk[] = [];
  let at = 0;
  let next = 0;
  for (const chunk of chunks) {
    const end = at + chunk.text.length;
    let from = at;
    const keep = (to: number): void => {
      if (to > from)
        changed.push({
          ...chunk,
          start: chunk.start + (chunk.isWritten ? from - at : 0),
          text: chunk.text.slice(from - at, to - at),
        });
      from = Math.max(from, to);
    };
    for (
      let edit = edits[next];
      edit !== undefined && edit.start < end + (chunk === chunks.at(-1) ? 1 : 0);
      edit = edits[next]
    ) {
      if (edit.start >= at) {
        keep(edit.start);
        changed.push({
          start: chunk.start + (chunk.isWritten ? edit.start - at : 0),
          text: edit.text,
          isWritten: false,
        });
      }
      from = Math.max(from, Math.min(edit.end, end));
      if (edit.end > end) break;
      next++;
    }
    keep(end);
    at = end;
  }
  return changed;
}

function toEdits(chunks: readonly Chunk[], length: number): Edit[] {
  const edits: Edit[] = [];
  let from = 0;
  let text = '';
  for (const chunk of [...chunks, { start: length, text: '', isWritten: true }]) {
    if (!chunk.isWritten) {
      text += chunk.text;
      continue;
    }
    if (chunk.start > from || text !== '') edits.push({ start: from, end: chunk.start, text });
    from = chunk.start + chunk.text.length;
    text = '';
  }
  return edits;
}

function toCut({ 0: { length }, index }: RegExpExecArray): Edit {
  return { start: index, end: index + length, text: '' };
}

/** Empty items go; one with others below it stays. */
function cutEmptyItems(text: string): Edit[] {
  // Of what lies below, such as code, masking hides the indentation as well.
  const hasBelow = ({ 0: { length }, 1: indentation = '', index }: RegExpExecArray): boolean =>
    text.startsWith(`\n${indentation}`, index + length) &&
    /^[ \t]{1,20}\S/.test(
      text.slice(index + length + 1 + indentation.length, index + length + 31 + indentation.length),
    );
  return [...maskCode(text).matchAll(emptyItem)].filter((found) => !hasBelow(found)).map(toCut);
}

const emptyItem = /(?:^|\n)([ \t]*)-[ \t]*(?=\n|$)/g;

/** An empty item does not make a heading of the text above it: of a line of text, or of an item that it is in. */
function endTextAbove(text: string): Edit[] {
  return [...maskCode(text).matchAll(/^([ \t]*)([-*+] )?[^\s\0][^\n]*\n([ \t]*)-[ \t]*$/gm)].flatMap((found) => {
    const {
      0: { length },
      1: above = '',
      2: marker,
      3: own = '',
      index,
    } = found;
    const end = index + length;
    return marker !== undefined && own.length <= above.length ? [] : [{ start: end, end, text: ' <!-- -->' }];
  });
}

/** Properties of blocks, each with its line. Text below those that begin an item comes behind its marker. */
function cutProperties(text: string): Edit[] {
  return text.includes('::') ? Array.from(maskCode(text).matchAll(property), toCut) : [];
}

const one = '[a-z][\\w./-]{0,49}::(?:[ \\t][^\\n]*)?$';

const property = new RegExp(
  `\\n[ \\t]*${one}|(?<=^[ \\t]{0,50}[-*+] )${one}(?:\\n[ \\t]*${one}){0,50}(?:\\n[ \\t]+(?=[^\\s*+-]))?`,
  'gm',
);

/** One of them makes items numbered. */
function numberItems(text: string): Edit[] {
  if (!text.includes('logseq.order-list-type:: number')) return [];
  return Array.from(maskCode(text).matchAll(numberedItem), ({ 0: { length }, index }) => {
    return { start: index + length - 1, end: index + length, text: '1.' };
  });
}

/** The start of an item of one line and its properties. */
const numberedItem =
  /^[ \t]*-(?= [^\n]*(?:\n[ \t]+[a-z][\w./-]{0,49}::[^\n]*){0,20}?\n[ \t]+logseq\.order-list-type:: number[ \t]*$(?!\n[ \t]+(?!-|[a-z][\w./-]{0,49}::)\S))/gm;

/** What the program notes of a block between `:LOGBOOK:` and `:END:`. */
function cutDrawers(text: string): Edit[] {
  return /:(?:LOGBOOK|PROPERTIES):/.test(text) ? Array.from(maskCode(text).matchAll(drawer), toCut) : [];
}

const drawer = /\n[ \t]*:(?:LOGBOOK|PROPERTIES):[ \t]*(?:\n(?![ \t]*(?::END:|- ))[^\n]*){0,200}\n[ \t]*:END:[ \t]*$/gm;

/** The text of a block of the same file in place of a reference to it, while the names of blocks are there. */
function fillReferences(text: string): Edit[] {
  if (!text.includes('((') || !text.includes('id:: ')) return [];
  const masked = maskCode(text);
  const texts = blocksOf(text, masked);
  let left = maxInserted;
  return [...masked.matchAll(reference)].flatMap(({ 0: whole, 2: id = '', index }) => {
    const own = texts.get(id);
    left -= own?.length ?? 0;
    // The address of a link is one.
    return own === undefined || left < 0 || text.startsWith('](', index - 2)
      ? []
      : [{ start: index, end: index + whole.length, text: own }];
  });
}

/** The texts of the blocks that have a name. */
function blocksOf(text: string, masked: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { 1: marker = '', 2: own = '', 3: id = '', index } of masked.matchAll(namedBlock))
    texts.set(id, text.slice(index + marker.length, index + marker.length + own.length));
  return texts;
}

/** Characters of all texts of blocks that are written again. */
const maxInserted = 100_000;

const namedBlock =
  /^([ \t]*(?:- )?(?:#{1,6} )?)(\S[^\n]*)(?:\n[ \t]+[a-z][\w./-]{0,49}::[^\n]*){0,20}?\n[ \t]+id:: ([\da-f-]{36})[ \t]*$/gm;

export const reference = /(\(\(([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\)\))/g;
