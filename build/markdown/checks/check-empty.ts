import { type BodyProblem, warnInBody } from './body-problems.ts';

/** Reports HTML of a body in which readers see nothing. */
export function checkEmpty(html: string): BodyProblem[] {
  if (/(?:^|>)\s*[^\s<]/.test(html) || /<(?:img|video|audio|hr|input|iframe|svg|object|embed|canvas)\b/i.test(html))
    return [];
  return [
    warnInBody(
      'empty-article',
      { line: 1, column: 1 },
      {
        found: 'an article without text or pictures below its front matter',
        expected: 'something to read',
        fix: 'Write the article, set `draft: true` until it is written, or name the file in `exclude`.',
      },
    ),
  ];
}
