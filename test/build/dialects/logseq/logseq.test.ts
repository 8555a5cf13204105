import { test } from 'vitest';
import { expectBody, expectText, expectValues } from '../../../support/read-header.ts';

test('splits the header', () => expectBody('title:: x: y\ntags:: a\n- Text', '- Text', 3));

test('reads its lines', () =>
  expectValues('title:: A: b\ndate:: [[Jun 19th, 2021]]\n\nText', { title: 'A: b', date: '[[Jun 19th, 2021]]' }));

test('is text where the dialect is off', () => expectText('logseq', 'title:: x: y\ntags:: a\n- Text'));
