/** The index behind a code span in the same paragraph, else behind the backticks. */
export function skipCode(source: string, start: number): number {
  runs.lastIndex = start;
  const [run = '`'] = runs.exec(source) ?? [];
  const from = start + run.length;
  const text = source.slice(from, from + 2000).split(/\n[ \t]*\n/, 1)[0] ?? '';
  const close = new RegExp(`(?<!\`)${run}(?!\`)`).exec(text);
  return close === null ? from : from + close.index + run.length;
}

const runs = /`+/y;
