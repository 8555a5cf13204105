import { expect, test } from 'vitest';
import { keptBodies } from '../../../../build/pipeline/files/kept-bodies.ts';

const toBody = (text: string) => ({ hash: '1', fields: null, length: text.length, text, line: 1 });

test('a body is taken once, and only for the content that was read', () => {
  const bodies = keptBodies();
  bodies.keep('a.md', toBody('text'));
  expect(bodies.take('a.md', '2')).toBeNull();
  bodies.keep('a.md', toBody('text'));
  bodies.keep('b.md', toBody('other'));
  expect([bodies.take('a.md', '1'), bodies.take('a.md', '1')]).toEqual([toBody('text'), null]);
  bodies.clear();
  expect(bodies.take('b.md', '1')).toBeNull();
});

test('texts beyond the bound are not kept, and room that is given back is used again', () => {
  const bodies = keptBodies(2);
  const half = toBody('x'.repeat(16 * 1024 * 1024));
  for (const path of ['a', 'b', 'c']) bodies.keep(path, half);
  expect(bodies.take('c', '1')).toEqual({ ...half, text: null });
  expect(bodies.take('a', '1')).toBe(half);
  bodies.keep('c', half);
  expect(bodies.take('c', '1')).toBe(half);
});
