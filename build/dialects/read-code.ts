/** Stands for what is no literal: a call, a variable, a function. */
export const code: unique symbol = Symbol('code');

/** See `toCodeReader`. */
export type CodeReader = ReturnType<typeof toCodeReader>;

/** Settings in JavaScript or TypeScript. Nothing is run: literals are read, and all else is `code`. */
export function toCodeReader(source: string) {
  const tokens = tokenize(source);
  let depth = 0;
  return { properties, calls, exported };

  /** The values of all properties with a name, wherever they stand: `name: […]`. */
  function properties(name: string): unknown[] {
    return tokens.flatMap((token, at) =>
      tokens[at + 1] === ':' && nameOf(token) === name && tokens[at - 1] !== '?' ? [parse(at + 2).value] : [],
    );
  }

  /** The arguments of all calls whose name ends in some names: `.ignores.add`. */
  function calls(name: string): unknown[][] {
    const words = name.split(/(\.)/).filter((word) => word !== '');
    return tokens.flatMap((_, at) =>
      words.every((word, i) => tokens[at + i] === word) && tokens[at + words.length] === '('
        ? [list(at + words.length, ')').value]
        : [],
    );
  }

  /** What the file exports: a mapping, perhaps in a call such as `defineConfig({…})`; `code` for a function. */
  function exported(): unknown {
    const at = tokens.findIndex(
      (token, i) =>
        (token === 'export' && tokens[i + 1] === 'default') ||
        (token === 'module' && tokens[i + 2] === 'exports' && tokens[i + 3] === '='),
    );
    return at === -1 ? code : follow(at + (tokens[at] === 'export' ? 2 : 4), 3);
  }

  /** The mapping that an expression is, that a constant of its name is, or that is the only argument of a call. */
  function follow(at: number, left: number): unknown {
    const { value } = parse(at);
    if (value !== code || left === 0 || !isName.test(tokens[at] ?? '')) return value;
    if (tokens[at + 1] === '(') return follow(at + 2, left - 1);
    const declared = tokens.findIndex(
      (token, i) => token === tokens[at] && /^(?:const|let|var)$/.test(tokens[i - 1] ?? ''),
    );
    const start = declared === -1 ? -1 : tokens.indexOf('=', declared);
    return start === -1 || /^(?:=>|async|function)$/.test(tokens[at + 1] ?? '') ? code : follow(start + 1, left - 1);
  }

  /** The literal that begins at a token, and the index behind the whole expression. */
  function parse(at: number): { value: unknown; end: number } {
    const token = tokens[at] ?? '';
    if (depth > 100) return { value: code, end: skip(at) };
    depth++;
    const found =
      token === '{'
        ? mapping(at)
        : token === '['
          ? list(at, ']')
          : token === '('
            ? inBrackets(at)
            : { value: toScalar(token), end: at + 1 };
    depth--;
    const next = tokens[found.end] ?? '';
    // A type, such as `as const`, or the next statement.
    if (/^[,;)}\]]?$/.test(next) || (isName.test(next) && !/^in/.test(next))) return { ...found, end: skip(found.end) };
    return { value: code, end: skip(at) };
  }

  function mapping(at: number): { value: unknown; end: number } {
    const value: Record<string, unknown> = Object.create(null);
    let next = at + 1;
    while (next < tokens.length && tokens[next] !== '}') {
      const name = nameOf(tokens[next] ?? '');
      if (name !== null && tokens[next + 1] === ':') {
        const found = parse(next + 2);
        value[name] = found.value;
        next = found.end;
      } else {
        // A method, `...others` or a variable of the same name.
        const end = tokens.findIndex((token, i) => i > next && /^[(,}]$/.test(token));
        value[tokens[next] === '...' ? '...' : (tokens[end - 1] ?? '...')] = code;
        next = Math.max(skip(next), next + 1);
      }
      if (tokens[next] === ',') next++;
    }
    return { value, end: next + 1 };
  }

  function list(at: number, closing: string): { value: unknown[]; end: number } {
    const value: unknown[] = [];
    let next = at + 1;
    while (next < tokens.length && tokens[next] !== closing) {
      const found = parse(next);
      value.push(found.value);
      next = Math.max(found.end, next + 1);
      if (tokens[next] === ',') next++;
    }
    return { value, end: next + 1 };
  }

  /** One value as it is; several ones, or one before a comma, as a list. */
  function inBrackets(at: number): { value: unknown; end: number } {
    const { value, end } = list(at, ')');
    return { value: value.length === 1 && tokens[end - 2] !== ',' ? value[0] : value, end };
  }

  /** The index of the `,`, `;` or bracket that ends an expression. */
  function skip(at: number): number {
    let open = 0;
    let next = at;
    for (; next < tokens.length; next++) {
      const token = tokens[next] ?? '';
      if (open === 0 && /^[,;)}\]]$/.test(token)) break;
      if (/^[({[]$/.test(token)) open++;
      if (/^[)}\]]$/.test(token)) open--;
    }
    return next;
  }
}

const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

function nameOf(token: string): string | null {
  if (isName.test(token)) return token;
  const value = toScalar(token);
  return typeof value === 'string' ? value : null;
}

/** Texts, numbers, true, false, null, and regular expressions as such. */
function toScalar(token: string): unknown {
  if (/^["'`]./s.test(token) && !(token.startsWith('`') && token.includes('${')))
    return readEscapes(token.slice(1, -1));
  if (/^\/./.test(token)) return toPattern(token);
  if (/^\d/.test(token)) return Number(token);
  return token === 'true' ? true : token === 'false' ? false : token === 'null' ? null : code;
}

function readEscapes(text: string): string {
  return text.replace(/\\(?:u\{?([\da-f]{1,6})\}?|x([\da-f]{2})|\r?\n|([\s\S]))/gi, (_, long, short, one = '') =>
    (long ?? short)
      ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(long ?? short, 16)))
      : one === 'n'
        ? '\n'
        : one,
  );
}

function toPattern(token: string): unknown {
  const end = token.lastIndexOf('/');
  try {
    return new RegExp(token.slice(1, end), token.slice(end + 1));
  } catch {
    return code;
  }
}

/** Words, texts, regular expressions and signs, without comments. */
function tokenize(source: string): string[] {
  const found: string[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    const [text] = match;
    if (/^(?:\s|\/[/*])/.test(text)) continue;
    const before = found.at(-1) ?? '';
    if (text === '/' && (/^(?:return|=>|[([{,;:=!&|?])$/.test(before) || before === '')) {
      pattern.lastIndex = match.index;
      const whole = pattern.exec(source);
      if (whole !== null) {
        found.push(whole[0]);
        token.lastIndex = match.index + whole[0].length;
        continue;
      }
    }
    found.push(text);
  }
  return found;
}

const token =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|=>|\.\.\.|[\s\S]/gu;

const pattern = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
