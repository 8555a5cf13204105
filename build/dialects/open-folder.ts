import { posix } from 'node:path';
import { namesAtTop, readSettings as readText } from '../source/content-folders.ts';
import { tryStat } from '../source/try-stat.ts';
import type { RuleCollector } from './collect-rules.ts';
import { folderOf, toTop } from './glob-paths.ts';
import { parseSettings, type Settings } from './parse-settings.ts';
import { type CodeReader, toCodeReader } from './read-code.ts';

interface Given {
  /** The content folder. */
  content: string;
  /** The folder that shows the program, relative to it; so are files that may hold settings. */
  shown: string;
  files: readonly string[];
  toDisk(path: string): string;
  /** A path with ` ` before it for what it holds, with `/` for its names. */
  note(key: string): void;
}

/** See `openFolder`. */
export type DialectFolder = ReturnType<typeof openFolder>;

/**
 * A content folder as `hides` of a dialect reads it. All paths begin at the top of the project, which is the content folder itself or one
 * above it, have `/`, and none at their ends; '' is the top. All that is read is noted; what cannot be read is reported.
 */
export function openFolder({ content, shown, toDisk, note, ...given }: Given, found: RuleCollector) {
  const files = given.files.map((path) => posix.join(content, path));
  const folder = toTop(posix.join(content, shown));
  return { content, folder, files, filesFrom, find, matching, names, read, readSettings, readCode };

  /** The names of files and folders in a folder, hidden ones too. */
  function names(path: string): ReadonlySet<string> {
    note(`/${path}`);
    return namesAtTop(toDisk(path));
  }

  /** All in the folders above the content folder up to another folder, and what of its own may hold settings. */
  function filesFrom(end: string): string[] {
    const above: string[] = [];
    for (let at = content; at !== end && at.startsWith(end); ) {
      at = folderOf(at);
      above.push(...matching(at, /^/));
    }
    return [...above, ...files];
  }

  /** The path of the first of some files, in the content folder or else in the nearest one above it that has one. */
  function find(some: readonly string[]): string | null {
    for (let at = content; ; at = folderOf(at)) {
      const here = names(at);
      const name = some.find((each) => here.has(each));
      if (name !== undefined) return posix.join(at, name);
      if (at === '') return null;
    }
  }

  /** The paths of what a folder holds, in order, where the names match. */
  function matching(path: string, pattern: RegExp): string[] {
    const found = [...names(path)].filter((name) => pattern.test(name));
    return found.sort().map((name) => posix.join(path, name));
  }

  /** The text of a file; '' where there is none. */
  function read(path: string): string {
    note(` ${path}`);
    const stats = tryStat(toDisk(path));
    if (stats === undefined) return '';
    const text = readText(toDisk(path), toDisk(''));
    if (text === '' && !stats.isDirectory() && (stats.size > 0 || !stats.isFile()))
      found.leave(path, posix.basename(path));
    return text;
  }

  /** Settings in YAML, TOML or JSON; none where there is no file. */
  function readSettings(path: string): Settings {
    const parsed = parseSettings(path, read(path));
    if (parsed === null) found.leave(path, posix.basename(path));
    return parsed ?? {};
  }

  /** Settings in JavaScript or TypeScript. */
  function readCode(path: string): CodeReader {
    return toCodeReader(withPaths(read(path)));
  }
}

/** Code in which paths are texts: those from the folder of its file on, which calls and templates make. */
function withPaths(source: string): string {
  return source
    .replace(/\b(?:path\.)?(?:join|resolve)\(\s*__dirname\s*,\s*(["'`])\.?\/?([^"'`\n]*)\1\s*\)/g, '$1$2$1')
    .replace(
      /\brequire\.resolve\(\s*((["'])[^"'\n]*\2)\s*\)|\bnew URL\(\s*((["'])[^"'\n]*\4)\s*,\s*import\.meta\.url\s*\)/g,
      '$1$3',
    )
    .replace(/\$\{(?:__dirname|process\.cwd\(\))\}\/?/g, '')
    .replace(/\b__dirname\s*\+\s*(["'`])\//g, '$1');
}
