import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import fastGlob from 'fast-glob';
import { Marked, Tokenizer } from 'marked';
import { expect, test } from 'vitest';
import { BodyLexer } from '../../../../build/markdown/parse/body-lexer.ts';
import { footnoteSyntax, numberFootnotes } from '../../../../build/markdown/parse/footnotes.ts';
import { nameBlocks } from '../../../../build/markdown/parse/ids-and-alerts.ts';
import { parseBody } from '../../../../build/markdown/parse/parse-body.ts';
import { createTokenizer } from '../../../../build/markdown/parse/tokenizer.ts';
import { bodyTokens } from '../../../../build/markdown/parse/walk-tokens.ts';
import { closeH1 } from '../../../../build/markdown/walk/find-h1.ts';
import { cases } from '../../../support/amount.ts';
import { corporaFolder } from '../../../support/needs.ts';
import { renderPlain } from '../../../support/render-markdown.ts';
import { arbitraryMarkdown } from '../arbitrary-markdown.ts';

/**
 * Marked with nothing but the footnotes, the lines of quotes without a marker, the links that it takes for text, the
 * addresses of mail that it takes for links, the ends of indented lines and of raw headings.
 */
const { blockquote, code, def, html, link, reflink } = createTokenizer({
  stops: [],
  mendsHtml: false,
  endsHtml: false,
});
const slow = new Marked({
  gfm: true,
  tokenizer: {
    ...(blockquote && { blockquote }),
    ...(code && { code }),
    ...(def && { def }),
    ...(html && { html }),
    ...(link && { link }),
    ...(reflink && { reflink }),
    url(source) {
      const token = Tokenizer.prototype.url.call(this, source);
      return token?.href.startsWith('mailto:') && !/[a-z]$/i.test(token.href) ? undefined : token;
    },
  },
  extensions: footnoteSyntax,
});

function expectSame(markdown: string): void {
  const body = { source: markdown, path: '', findNamed: () => null };
  const tokens = bodyTokens(new BodyLexer(slow.defaults, body, { wordEnd: null, toFormulas: null }).lex(markdown));
  closeH1(tokens);
  nameBlocks(tokens, markdown);
  numberFootnotes(tokens);
  const options = { trustedHtml: true, dialects: [], dollars: {}, lineBreaks: false };
  expect(parseBody(markdown, options, body)).toEqual(tokens);
}

test('blocks are the tokens that marked makes', { tags: ['scaled'] }, () => {
  // Marked knows no formulas.
  const documents = arbitraryMarkdown({ html: true }).filter((markdown) => !/\$\$|\\[[(]/.test(markdown));
  fc.assert(fc.property(documents, expectSame), cases(150));
});

test('characters that mean something, in any order, are the tokens that marked makes', { tags: ['scaled'] }, () => {
  const pieces = fc.constantFrom(
    ...['a', 'word', '1', ' ', ' ', '  ', '\n', '\n', '\n\n', '  \n', '\\\n', '\t', '    ', '.', ':', ';', '&', '@'],
    ...['é', '🙂'],
    ...['*', '**', '_', '~', '~~', '`', '``', '[', ']', '(', ')', '!', '<', '>', '\\', '|', '-', '=', '#', '"', "'"],
    '\r',
    ...['http', 'HTTPS://e.org', 'ftp:', 'ftp://e.org', 'www.', 'www.e.org', 'a@b.c', 'a@b.1', 'a_b@1.c-', 'mailto:'],
    ...['mailto:a@b.c', 'xmpp:a@b.c'],
    ...['&#35;', '&amp;', '<b>', '</b>', '<pre>', '</pre>', '<https://e.org>', '[x](y)', '[x]', '\n[x]: y\n', '\u2028'],
    ...['\n===', '\n---', '\n   ==', '\n|-|\n', '\n-|-\n', '|a|', '\n> ', '\n- ', '\n1. ', '\n```\n', '[^1]: '],
  );
  // To marked, an address goes on with a link.
  const isGlued = /(?:www\.|:\/\/)[^\s<]*\[[^\]]*\]\(/;
  const markdown = fc
    .array(pieces, { maxLength: 20 })
    .map((parts) => parts.join(''))
    .filter((text) => !isGlued.test(text));
  fc.assert(fc.property(markdown, expectSame), cases(5000));
});

test.each([
  ['a@b.org', 'a@b.org'],
  ['see a_b@c.org.', 'a_b@c.org'],
  ['a@1.0.org-2', null],
  ['install a@1.2.3', null],
  ['a@1.2.3, b@c.org', 'b@c.org'],
  ['a@b.org.1', null],
  ['_a@b.1_', null],
])('of mail, only an address that ends in a letter is a link: %s', (markdown, address) => {
  const [, found = null] = /href="mailto:([^"]*)/.exec(renderPlain(markdown)) ?? [];
  expect(found).toBe(address);
});

const corpora = corporaFolder();
test.skipIf(corpora === null)('real articles are the tokens that marked makes', { tags: ['long'] }, () => {
  for (const file of fastGlob.sync('**/*.{md,markdown}', { cwd: corpora ?? '', absolute: true })) {
    expectSame(readFileSync(file, 'utf8'));
  }
});
