import { join, relative, sep } from 'node:path';
import type { BodyToken } from '../../markdown/parse/tokens.ts';
import { bodyTokens } from '../../markdown/parse/walk-tokens.ts';
import { readSettings } from '../../source/content-folders.ts';
import type { Dialect } from '../dialect.ts';
import { needsPackage } from '../needs-package.ts';
import { inlineRule } from '../syntax.ts';

export const docusaurus: Dialect = {
  name: 'docusaurus',
  title: 'Docusaurus',
  guide: {
    reads: '`## Heading {/* #id */}`; where it is detected, `01-a.md` in documentation',
    becomes: 'headings with their ids; the title and the slug have no number',
  },
  signs: { any: ['docusaurus.config.{js,mjs,cjs,ts,mts,cts}', needsPackage('@docusaurus/core'), 'authors.yml'] },
  hides: { load: () => import('./hides.ts') },
  files: (content, folder) => (folder === null ? {} : { numbered: findNumbered(content, folder) }),
  body: () => ({ triggers: [['/*', /\{[ \t]*\/\*/]], extensions: [idInComment], changeToken: takeHeadingId }),
  names: { originalOf },
};

function originalOf(path: string): string | null {
  const [, above, folder, version = '', name] = translated.exec(path) ?? [];
  if (folder === undefined) return null;
  return `${above}${version.startsWith('/v') ? `versioned_${folder}${version}` : folder}${name}`;
}

/** `i18n/de/docusaurus-plugin-content-blog/…` for `blog/…`; of `docs`, the next folder is the version. */
const translated = /^(|.*\/)i18n\/[^/]+\/docusaurus-plugin-content-(blog|docs)(\/current|\/version-[^/]+|)(\/.*)$/;

/** Files of documentation, where the settings are: neither posts nor pages. */
function findNumbered(content: string, folder: string): RegExp | null {
  const endings = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'];
  const settings = endings.map((ending) => readSettings(join(folder, `docusaurus.config.${ending}`))).join('');
  const isOff = settings === '' || /\bnumberPrefixParser:\s*false\b/.test(settings);
  return isOff || !documentation.test(`${relative(folder, content).replaceAll(sep, '/')}/`) ? null : documentation;
}

const documentation = /^(?!(?:.*\/)?(?:blog|src\/pages|docusaurus-plugin-content-(?:blog|pages))\/)/;

const commentId = /^\{[ \t]*\/\*[ \t]*#?([\p{L}\p{N}_.-]+)[ \t]*\*\/[ \t]*\}(?:[ \t]+#+)?[ \t]*$/u;

/** An id in a comment of MDX at the end of a text. */
const idInComment = inlineRule('id-in-comment', ['{'], (source) => {
  const [raw, id] = commentId.exec(source) ?? [];
  if (raw === undefined || id === undefined) return undefined;
  return { type: 'element', name: '', id, raw, tokens: [{ type: 'text', raw, text: raw }] };
});

/** In a heading it is the id of that. */
function takeHeadingId(token: BodyToken): void {
  if (token.type !== 'heading') return;
  const [last, before] = bodyTokens(token.tokens).toReversed();
  if (last?.type !== 'element' || last.name !== '' || last.id === undefined) return;
  token.ownId = last.id;
  token.tokens = token.tokens.slice(0, -1);
  if (before?.type === 'text') before.text = before.text.trimEnd();
}
