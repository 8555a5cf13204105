import { lstatSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fastGlob from 'fast-glob';
import { UsageError } from '../../src/usage-error.ts';
import { packageFolder } from '../package/package.ts';
import type { RecipeName, RecipeValues } from './recipes.ts';

/**
 * Writes the files of a recipe into the working directory, and returns their paths. Throws `UsageError` where one of them is
 * there already, and `Unfit`; then none is written.
 */
export async function writeRecipe(name: RecipeName, values: RecipeValues): Promise<string[]> {
  const from = join(packageFolder(), 'build', 'recipes', name);
  const paths = (await fastGlob('**/*', { cwd: from, dot: true })).sort();
  const there = paths.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  if (there.length > 0) {
    const [are, them] = there.length === 1 ? ['is', 'it'] : ['are', 'them'];
    throw new UsageError(
      `${there.join(', ')} ${are} there already, so nothing was written. ` +
        `Move ${them} to another place, run galley init ${name} again, and compare.`,
    );
  }
  const read = paths.map(async (path) => ({ path, text: await readFile(join(from, path), 'utf8') }));
  const files = (await Promise.all(read)).map(({ path, text }) => ({ path, text: fillIn(text, values, path) }));
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
  }
  return paths;
}

/** A value that a file cannot hold as it is. */
export class Unfit extends Error {
  readonly found: { value: keyof RecipeValues; file: string; expected: string };

  constructor(found: Unfit['found']) {
    super(`${found.file} cannot hold ${found.value}. Expected ${found.expected}.`);
    this.found = found;
  }
}

/**
 * The text of a file with its `{{name}}` filled in, as the language of the file writes values; as they are without a file.
 * Throws `Unfit`, and where a name is none of `RecipeValues`.
 */
export function fillIn(text: string, values: RecipeValues, file: string | null = null): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!isName(name, values))
      throw new Error(`{{${name}}} is no value of a recipe. There are ${Object.keys(values).join(', ')}.`);
    if (file === null) return values[name];
    const { write, expected } = languageOf(file);
    const written = write(values[name]);
    if (written === null) throw new Unfit({ value: name, file, expected });
    return written;
  });
}

function isName(name: string, values: RecipeValues): name is keyof RecipeValues {
  return Object.hasOwn(values, name);
}

/** How values are written in a file. */
interface Language {
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
const plainPath = only(
  /^(?!\s)[^\p{Cc}\u2028\u2029%"'\\$]*(?<!\s)$/u,
  'a path without %, a quotation mark, \\, $ or a line break, and without a space at its start or end',
);

/** A path where patterns are read, as in .dockerignore and by the cache of GitHub. */
const docker = only(
  /^(?! )[\p{L}\p{M}\p{N} ./_@+=,~-]+(?<! )$/u,
  'a path of letters, digits, spaces and . / _ @ + = , ~ -',
);

/** A path of the image in JSON, which Docker reads for variables and patterns as well. */
const image = {
  write: (value: string) => (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(value) ? null : docker.write(value)),
  expected: `${docker.expected}, below the folder that the image is built from`,
};

/** By the end of a file's name. */
const languages: Readonly<Record<string, Language>> = {
  '.jsonc': json,
  '.json': json,
  '.env.example': plainPath,
  '.yaml': json,
  '.ts': script,
  '.mjs': script,
  '.js': script,
  '.conf': plainPath,
  '.service': plainPath,
  Dockerfile: image,
  '.dockerignore': docker,
  '.yml': docker,
};

/** Throws where `languages` does not have the file. */
function languageOf(file: string): Language {
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
