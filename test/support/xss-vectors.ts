import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastGlob from 'fast-glob';

/** A text that some sanitiser is tested with. */
export interface Vector {
  /** The package whose tests hold it. */
  source: string;
  text: string;
}

/** All texts in the tests of sanitisers below a folder that could run, frame, restyle or clobber something, each once. */
export function readVectors(folder: string): Vector[] {
  const vectors = new Map<string, Vector>();
  for (const path of fastGlob.sync('**/*', { cwd: folder }).sort()) {
    const source = path.slice(0, path.indexOf('/'));
    const file = readFileSync(join(folder, path), 'utf8');
    for (const text of extname(path) === '.xss' ? file.split('\n') : literalsOf(file, path)) {
      if (mayRun.test(text) && text.length <= maxLength && !vectors.has(text)) vectors.set(text, { source, text });
    }
  }
  return [...vectors.values()];
}

/** Longer ones test speed. */
const maxLength = 5000;

const mayRun =
  /<[!?]|<\/?(?:x-|(?:applet|base|bgsound|button|embed|form|frame|frameset|iframe|image|input|isindex|layer|link|marquee|math|meta|noembed|noscript|object|option|plaintext|select|svg|template|textarea|title|xml|xmp)\b)|script|\bon\w+\s*=|style|data:|\b(?:name|id)\s*=|expression\(|&#/i;

/** The string literals of a program, those that `+` joins made one. */
function literalsOf(program: string, path: string): string[] {
  const found: string[] = [];
  let end = -1;
  for (const match of program.matchAll(literal)) {
    const between = end === -1 ? 'x' : program.slice(end, match.index);
    const raw = path.endsWith('.go') && match[0].startsWith('`');
    const text = raw ? match[0].slice(1, -1) : readEscapes(match.slice(1).find((each) => each !== undefined) ?? '');
    if (/^\s*[+.]\s*$/.test(between) && found.length > 0) found.push(found.pop() + text);
    else found.push(text);
    end = match.index + match[0].length;
  }
  return found;
}

const literal =
  /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:\\[\s\S]|[^"\\\n])*)"|'((?:\\[\s\S]|[^'\\\n])*)'|`((?:\\[\s\S]|[^`\\])*)`|q\{([^}]*)\}/g;

function readEscapes(text: string): string {
  return text.replace(escaped, (whole, long?: string, short?: string, other?: string) => {
    if (long !== undefined || short !== undefined) return String.fromCharCode(Number.parseInt(long ?? short ?? '', 16));
    return other === undefined ? whole : (escapes[other] ?? other);
  });
}

const escaped = /\\(?:u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi;

const escapes: Record<string, string | undefined> = {
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  b: '\b',
  v: '\v',
  0: '\0',
  '\n': '',
};
