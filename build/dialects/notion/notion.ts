import { parseDate } from '../../front-matter/dates/parse-date.ts';
import { fieldNames, foldName } from '../../front-matter/field-names.ts';
import { type Header, lineAt } from '../../front-matter/parse/fence.ts';
import type { Dialect } from '../dialect.ts';

export const notion: Dialect = {
  name: 'notion',
  title: 'Notion (exports)',
  guide: {
    reads: '`Created: …` and other lines below the first heading, one of them a date',
    becomes: 'the header; the heading stays in the body',
  },
  header: findProperties,
};

/**
 * Finds the properties of a page that Notion wrote: `Created: January 5, 2024` and other `Key: value` lines below the heading
 * with which the text begins, one of them a date. The heading stays in the body, and the lines become empty, so that the lines
 * below keep their numbers. Null without any.
 */
function findProperties(text: string, line: number): Header | null {
  const [above = ''] = /^#[ \t][^\n]*\n[ \t]*\n/.exec(text) ?? [];
  if (above === '') return null;
  let end = above.length;
  let isDated = false;
  for (let count = 0; end < text.length && count < maxProperties; count++) {
    const written = lineAt(text, end);
    if (written.trim() === '') break;
    const [, key = '', value = ''] = property.exec(written) ?? [];
    if (key === '') return null;
    isDated ||= dates.has(foldName(key)) && 'seconds' in parseDate(value.trim());
    end += written.length + 1;
  }
  if (!isDated) return null;
  const header = text.slice(above.length, end).replace(/\n?$/, '\n');
  const emptyLines = '\n'.repeat(header.split('\n').length - 1);
  const body = `${above}${emptyLines}${text.slice(end)}`;
  return { kind: 'header', syntax: 'lines', line, header, headerLine: line + 2, body, bodyLine: line };
}

const maxProperties = 50;

const property = /^(?!#+[ \t])([^\s:`*>|[\]<-][^:\n]{0,49}):(?:[ \t](.*))?$/u;

const dates: ReadonlySet<string> = new Set([...fieldNames.publish_at, ...fieldNames.updated_at].map(foldName));
