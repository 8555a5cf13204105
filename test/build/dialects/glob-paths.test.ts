import { expect, test } from 'vitest';
import { globPaths } from '../../../build/dialects/glob-paths.ts';

test.each([
  ['', 'drafts', ['drafts', 'drafts/a.md'], ['drafts2/a.md', 'a/drafts/b.md']],
  ['site', './drafts/', ['site/drafts/a.md'], ['drafts/a.md', 'site/a.md']],
  ['site', '../other/**', ['other/a.md', 'other/a/b.md'], ['site/other/a.md']],
  ['', '**/*.test.{js,md}', ['a.test.md', 'a/b/c.test.js'], ['a.md', 'a.test.mdx']],
  ['', '**/**/_*', ['_a.md', 'a/_b.md', 'a/_b/c.md'], ['a_b.md']],
  ['', 'a/**/b.md', ['a/b.md', 'a/x/y/b.md'], ['a/xb.md']],
  ['', '[!a-c]?.md', ['dx.md'], ['ax.md', 'd.md']],
  ['', '@(a|b).md', ['a.md', 'b.md'], ['c.md', 'a|b.md']],
  ['', '*.(a|b)', ['c.a', 'c.b'], ['c.(a|b)', 'c.c']],
  ['', 'a\\*.md', ['a*.md'], ['ab.md']],
])('from %j on, %j matches %j and not %j', (below, glob, matched, others) => {
  const pattern = new RegExp(globPaths(below, glob) ?? '$.');
  expect(matched.filter((path) => !pattern.test(path))).toEqual([]);
  expect(others.filter((path) => pattern.test(path))).toEqual([]);
});

test.each(['!(a).md', '+(a)', '{a,b', '{1..3}'])('%j cannot be read', (glob) => {
  expect(globPaths('', glob)).toBe(null);
});
