import { test } from 'vitest';
import { expectBody, expectReported } from '../../../support/read-header.ts';

test('splits a header that nothing opens', () =>
  expectBody('title: x\ntags:\n- a\n\n# b\nid: 3\n---\nText', 'Text', 8));

test('is reported where the dialect is off', () => expectReported('hexo', 'title: x\ntags:\n- a\n---\nText'));
