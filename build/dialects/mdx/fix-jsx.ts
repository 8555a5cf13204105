import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { collectTags, tagOffset } from '../../markdown/adapt/tags-of-body.ts';
import { reportWritten } from '../alerts.ts';
import type { Budget } from './javascript.ts';
import { readJsxTag } from './read-jsx-tag.ts';

/** Tags as HTML has them, in files that are read as Markdown: `class` for `className`, and no attributes that only a program can compute. */
export function fixJsx(body: CurrentBody): Edit[] {
  const { markdown, tokens } = body.rendered;
  const mayHave = ['={', 'className=', 'htmlFor='].some((text) => markdown.includes(text));
  if (!mayHave || !/\s(?:[\w-]+=\{|className=|htmlFor=)/.test(markdown)) return [];
  const budget: Budget = { left: Math.max(1_000_000, 2 * markdown.length) };
  // A value in braces keeps a tag from being one of HTML.
  const starts = Array.from(body.masked().matchAll(/<[a-z][\w.-]*(?=\s[^<>]*=\{)/gi), ({ index }) => index);
  for (const tag of collectTags(tokens)) {
    if (!/\s(?:className|htmlFor)=/.test(tag.token.text.slice(tag.start, tag.end))) continue;
    const offset = tagOffset(tag, markdown, body.spans());
    if (offset !== null) starts.push(offset);
  }
  return starts.flatMap((start) => {
    const tag = readJsxTag(markdown, start, budget);
    if (tag === null || tag.html === markdown.slice(start, tag.end)) return [];
    if (tag.hasLost && /^(?:img|a|source|video|audio)$/.test(tag.name) && !/\s(?:src|href)=/.test(tag.html))
      reportWritten(body, start, {
        written: `<${tag.name} …>`,
        kind: 'a tag of JSX',
        fate: 'Only a program can compute its address',
      });
    return [{ start, end: tag.end, text: tag.html }];
  });
}
