import { readFile } from 'node:fs/promises';

/** In the working directory. */
export const configFile = 'galley.config.yaml';

/** Where the value of a setting stands, as a line that follows a message; empty where the file does not say it. */
export async function settingPlace(name: string): Promise<string> {
  const { isScalar, LineCounter, parseDocument, visit } = await import('yaml');
  const text = await readFile(configFile, 'utf8').catch(() => '');
  const lineCounter = new LineCounter();
  let place = '';
  visit(parseDocument(text, { lineCounter }), {
    Pair(_, { key, value }, path) {
      if (path.length > 2 || !isScalar(key) || key.value !== name) return undefined;
      const range = typeof value === 'object' && value !== null && 'range' in value ? value.range : key.range;
      const { line, col } = lineCounter.linePos(Array.isArray(range) ? range[0] : 0);
      place = `\n  at ${configFile}:${line}:${col}`;
      return visit.BREAK;
    },
  });
  return place;
}
