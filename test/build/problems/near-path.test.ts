import { expect, test, vi } from 'vitest';
import { createPathFinder } from '../../../build/problems/near-path.ts';

const paths = ['a/stone.jpg', 'a/stones.jpg', 'b/deep/tree.png', 'b/tree.png', 'c/house-old.png', 'x.png'];

test.each([
  ['a/Stone.jpg', 'a/stone.jpg'],
  ['A/Stone.JPG', 'a/stone.jpg'],
  ['a/tree.png', 'b/tree.png'],
  ['b/deep/deeper/tree.png', 'b/deep/tree.png'],
  ['a/sotne.jpg', 'a/stone.jpg'],
  ['c/house-new.png', 'c/house-old.png'],
  ['c/garden.png', null],
  ['y.png', null],
  ['b/house-old.webp', null],
])('%s → %s', (path, near) => {
  expect(createPathFinder(paths)(path)).toBe(near);
});

test('a great many similar names take bounded work', () => {
  const many = Array.from({ length: 2000 }, (_, i) => `a/some-long-name-of-a-picture-${i}.png`);
  const find = createPathFinder(many);
  const spy = vi.spyOn(Math, 'abs');
  try {
    for (let i = 0; i < 40; i++) find(`a/some-long-name-of-a-pictures-${i}x.png`);
    expect(spy.mock.calls.length).toBeLessThan(10_000);
  } finally {
    spy.mockRestore();
  }
});
