import type { SourceFile } from '../../source/source-file.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { maxLines } from './key-lines.ts';

/** Bytes that are read. */
const maxBytes = 64 * 1024;

/**
 * What can be read of a header that cannot be parsed: keys at the starts of lines with a value in the same line, up to a fence, or where
 * there is none to an empty line. `lines` are the same one by one, since a key may stand there twice. It shows what the file is meant to
 * be, and nothing of it is published.
 */
export function readLoosely(source: SourceFile, bytes: Uint8Array): { whole: ParsedFile; lines: ParsedFile[] } {
  const text = new TextDecoder().decode(bytes.subarray(0, maxBytes)).replace(/^\uFEFF/, '');
  const all = text.split(/\r\n?|\n/, maxLines).map((line) => line.trimEnd());
  const start = all.findIndex((line) => line !== '' && !fenceLine.test(line));
  const header = start < 0 ? [] : all.slice(start);
  const fence = header.findIndex((line) => fenceLine.test(line));
  const end = fence < 0 ? header.indexOf('') : fence;
  const found = header.slice(0, end < 0 ? undefined : end).flatMap((line, i): [string, FrontMatterValue][] => {
    const [, key, written = ''] = keyLine.exec(line) ?? [];
    return key === undefined ? [] : [[key, { ...toValue(written), line: start + i + 1, column: 1 }]];
  });
  const toParsed = (entries: [string, FrontMatterValue][]): ParsedFile => {
    return { ...source, frontMatter: new Map(entries), body: '', bodyLine: 1, syntax: null };
  };
  return { whole: toParsed(found), lines: found.map((entry) => toParsed([entry])) };
}

const fenceLine = /^\s*(?:-{3,}|\+{3}|;{3}|\.{3})[a-z]*$/i;

/** A key that is not inside of another. Those of JSON are indented, and in quotes. */
const keyLine = /^(?:[ \t]{0,20}\{?[ \t]{0,20}["'])?([a-z][\w.-]{0,49})["']?[ \t]{0,20}[:=]([^#]*)/i;

function toValue(written: string): Pick<FrontMatterValue, 'value' | 'source'> {
  const source = written.trim().replace(/,$/, '');
  if (/^(?:true|false|\d{1,10})$/.test(source)) return { value: JSON.parse(source.replace(/^0+(?=\d)/, '')), source };
  const value = source.replace(/^(["'])(.*)\1$/, '$2');
  return { value, source: value === source ? source : null };
}
