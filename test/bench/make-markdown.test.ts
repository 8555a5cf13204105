import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { standardLength } from './data.ts';
import { makeMarkdown } from './make-markdown.ts';

test('the same for the same id, and another for another', () => {
  expect(makeMarkdown(7, 1000)).toBe(makeMarkdown(7, 1000));
  expect(makeMarkdown(7, 1000).slice(20)).not.toBe(makeMarkdown(8, 1000).slice(20));
});

test('articles are as long as they should be, begin with a heading, and hold all that authors write', () => {
  const files = Array.from({ length: 50 }, (_, index) => makeMarkdown(index + 1, standardLength));
  const bodies = files.map((file) => file.slice(file.indexOf('\n---\n') + 5));
  for (const body of bodies) {
    expect(body).toMatch(/^# \S/);
    expect(body.length - standardLength).toBeGreaterThanOrEqual(0);
    expect(body.length - standardLength).toBeLessThan(1500);
  }
  const html = bodies.map((body) => new Marked().parse(body)).join('');
  for (const tag of ['h1', 'h2', 'p', 'em', 'strong', 'a href', 'code', 'pre', 'ul', 'ol', 'blockquote', 'table']) {
    expect(html).toContain(`<${tag}`);
  }
  expect(html.match(/<h1/g)).toHaveLength(bodies.length);
});
