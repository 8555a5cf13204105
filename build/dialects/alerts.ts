import type { CurrentBody } from '../markdown/adapt/body-dialect.ts';
import { warnInBody } from '../markdown/checks/body-problems.ts';
import type { Alert } from '../markdown/marked/tokens.ts';
import { shorten } from '../problems/report-problem.ts';

/** The alert nearest in meaning to a word that programs have for one; undefined for other words. */
export function alertOf(word: string): Alert | undefined {
  return alerts[word.toLowerCase()];
}

/** The first lines of an alert, with the title in bold. */
export function alertLines(alert: Alert, title: string): string[] {
  return [`[!${alert.toUpperCase()}]`, ...(title === '' ? [] : [toStrong(title), ''])];
}

/** In bold, unless there is markup in it. */
export function toStrong(title: string): string {
  return /[*`\\]|(?<!\w)_|_(?!\w)/.test(title) ? title : `**${title}**`;
}

/** Reports what is not known, or not complete. */
export function reportWritten(
  { report, positionOf }: CurrentBody,
  at: number,
  { written, fate, kind = 'a directive' }: { written: string; fate: string; kind?: string },
): void {
  report(
    warnInBody('template-syntax', positionOf(at), {
      found: `\`${shorten(written)}\`, ${kind}. ${fate}`,
      expected: 'Markdown and HTML, or one of the usual words for a note, a tip or a warning',
      fix: 'Write what readers need in Markdown. If it is an example, put it into a code span.',
    }),
  );
}

const alerts: Readonly<Record<string, Alert | undefined>> = {
  ...all('note', 'note info todo abstract summary tldr question help faq example quote cite secondary message details'),
  ...all('note', 'seealso see aside admonition'),
  ...all('tip', 'tip hint success check done'),
  ...all('important', 'important'),
  ...all('warning', 'warning warn attention alert'),
  ...all('caution', 'caution failure fail missing danger error bug'),
};

function all(alert: Alert, words: string): Record<string, Alert> {
  return Object.fromEntries(words.split(' ').map((word) => [word, alert]));
}
