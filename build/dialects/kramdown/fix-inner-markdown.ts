import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { type BodyTag, collectTags, pairTags, tagOffset } from '../../markdown/adapt/tags-of-body.ts';

/** Blank lines around what stands in elements with `markdown="1"`, so that Markdown is read there; the attribute goes. */
export function fixInnerMarkdown({ rendering, places }: CurrentBody): Edit[] {
  const { markdown, tokens } = rendering;
  if (!/<[^<>]+\smarkdown(?=[\s=>])/i.test(markdown)) return [];
  const tags = collectTags(tokens);
  const { partners } = pairTags(tags);
  const edits: Edit[] = [];
  for (const [index, tag] of tags.entries()) {
    const written = tag.token.text.slice(tag.start, tag.end);
    const [attribute, value = '1'] = tag.closing ? [] : (attributeOf.exec(written) ?? []);
    const start = attribute === undefined ? null : tagOffset(tag, markdown, places());
    if (attribute === undefined || start === null) continue;
    const end = start + written.length;
    const bare = written.replace(attribute, '');
    const closer = tags[partners.get(index) ?? -1];
    const close = closer === undefined || !isBlock(tag, value) ? null : tagOffset(closer, markdown, places());
    if (closer === undefined || close === null) edits.push({ start, end, text: bare });
    else {
      const isParagraph = tag.name === 'p';
      edits.push({ start, end, text: isParagraph ? '' : `${bare}\n\n` });
      edits.push(...moveLeft(markdown, end, close));
      const closeEnd = close + closer.end - closer.start;
      edits.push({
        start: close,
        end: closeEnd,
        text: isParagraph ? '\n\n' : `\n\n${markdown.slice(close, closeEnd)}`,
      });
    }
  }
  return edits;
}

const attributeOf = /(?<!\s)\s+markdown(?:\s*=\s*["']?(\w+)["']?)?(?=[\s/>])/i;

/** Whether the content is to be read as blocks. */
function isBlock({ name, leaf }: BodyTag, value: string): boolean {
  return leaf === 0 && !/^(?:0|false|span)$/i.test(value) && !/^(?:h[1-6]|summary|pre)$/.test(name);
}

/** Takes the indentation away that all lines of a range have. */
function moveLeft(markdown: string, from: number, to: number): Edit[] {
  const starts: number[] = [];
  for (let at = markdown.indexOf('\n', from); at !== -1 && at < to; at = markdown.indexOf('\n', at + 1))
    starts.push(at + 1);
  const indents = starts.map((start) => {
    blanks.lastIndex = start;
    const length = blanks.exec(markdown)?.[0].length ?? 0;
    return start + length >= to || markdown[start + length] === '\n' ? null : length;
  });
  const least = Math.min(...indents.filter((indent) => indent !== null).slice(0, mostLines), deepest);
  if (least === 0) return [];
  return starts.flatMap((start, n) =>
    indents[n] == null ? [] : [{ start, end: start + Math.min(least, indents[n]), text: '' }],
  );
}

const blanks = /[ \t]*/y;

/** Lines that are looked at to find out how far the content is indented. */
const mostLines = 1000;

const deepest = 40;
