/** How values are written in a file. */
export interface Language {
  /** Null where the language cannot say the value. */
  write(value: string): string | null;
  /** What it can say. */
  expected: string;
}

/** Between double quotes, or in a comment of one line; YAML reads JSON. */
const json = { write: toJson, expected: 'text' };

/** Between quotation marks of either kind. */
const script = { write: (value: string) => toJson(value).replaceAll("'", "\\'"), expected: 'text' };

/** A path between double quotes for nginx, whose modules make JavaScript of it, or as the rest of a line for systemd. */
const path = only(
  /^(?!\s)[^\p{Cc}\u2028\u2029%"'\\$]*(?<!\s)$/u,
  'a path without %, a quotation mark, \\, $, the end of a line, or a blank at its start or end',
);

/** A path in .dockerignore, which has patterns. */
const docker = only(
  /^(?! )[\p{L}\p{M}\p{N} ./_@+=,~-]+(?<! )$/u,
  'a path of letters, digits, blanks and . / _ @ + = , ~ -',
);

/** A path of the image in JSON, which Docker reads for variables and patterns as well. */
const image = {
  write: (value: string) => (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(value) ? null : docker.write(value)),
  expected: `${docker.expected}, below the folder that the image is built from`,
};

/** By the end of a file's name. */
const languages: Readonly<Record<string, Language>> = {
  '.jsonc': json,
  '.yaml': json,
  '.ts': script,
  '.mjs': script,
  '.js': script,
  '.conf': path,
  '.service': path,
  Dockerfile: image,
  '.dockerignore': docker,
};

/** Throws where `languages` does not have the file. */
export function languageOf(file: string): Language {
  const [, found] = Object.entries(languages).find(([end]) => file.endsWith(end)) ?? [];
  if (found === undefined) throw new Error(`How values are written in ${file} is not said.`);
  return found;
}

function only(fit: RegExp, expected: string): Language {
  return { write: (value) => (fit.test(value) ? value : null), expected };
}

function toJson(value: string): string {
  const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16)}`;
  return JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\u2028\u2029]/g, toEscape);
}
