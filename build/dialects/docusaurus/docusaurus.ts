import { join, relative, sep } from 'node:path';
import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { trimEndOf } from '../../markdown/linear-text.ts';
import { readSettings } from '../../source/content-folders.ts';
import type { Dialect } from '../dialect.ts';

export const docusaurus: Dialect = {
  name: 'docusaurus',
  title: 'Docusaurus',
  guide: {
    reads: '`## Heading {/* #id */}`; where it is detected, `01-a.md` in documentation',
    becomes: 'headings with their ids; the title and the slug have no number',
  },
  detectedBy: ['docusaurus.config.js', 'docusaurus.config.ts', 'authors.yml'],
  hidingWays: [
    ['`draft: true`, `unlisted: true`', 'read', 'draft'],
    ['files and folders that begin with `_`, `exclude`, `__tests__`', 'read', 'docusaurus-exclude'],
    ['`path` and `include` of documentation, posts and pages: what lies outside', 'read', 'docusaurus-path'],
    ['`includeCurrentVersion: false`, `onlyIncludeVersions`', 'read', 'docusaurus-path'],
    ['`sidebar`, `displayed_sidebar: null`', 'not applicable', 'the page is there'],
  ],
  hides: () => import('./hides.ts'),
  body: () => [{ stage: 'text', find: fixHeadingIds }],
  files: (content, folder) => (folder === null ? {} : { numbered: findNumbered(content, folder) }),
  originalOf(path) {
    const [, above, folder, version = '', name] = translated.exec(path) ?? [];
    if (folder === undefined) return null;
    return `${above}${version.startsWith('/v') ? `versioned_${folder}${version}` : folder}${name}`;
  },
};

/** `i18n/de/docusaurus-plugin-content-blog/…` for `blog/…`; of `docs`, the next folder is the version. */
const translated = /^(|.*\/)i18n\/[^/]+\/docusaurus-plugin-content-(blog|docs)(\/current|\/version-[^/]+|)(\/.*)$/;

/** Files of documentation, where the settings are: neither posts nor pages. */
function findNumbered(content: string, folder: string): RegExp | null {
  const settings = ['js', 'ts'].map((ending) => readSettings(join(folder, `docusaurus.config.${ending}`))).join('');
  const isOff = settings === '' || /\bnumberPrefixParser:\s*false\b/.test(settings);
  return isOff || !documentation.test(`${relative(folder, content).replaceAll(sep, '/')}/`) ? null : documentation;
}

const documentation = /^(?!(?:.*\/)?(?:blog|src\/pages|docusaurus-plugin-content-(?:blog|pages))\/)/;

/** `{#id}` in place of an id in a comment of MDX. */
function fixHeadingIds({ rendered, masked }: CurrentBody): Edit[] {
  if (rendered.markdown.search(commentId) === -1) return [];
  const text = masked();
  return [...text.matchAll(commentId)].flatMap(({ 0: whole, 1: id, index }) => {
    const lineStart = text.lastIndexOf('\n', index - 1) + 1;
    const before = text.slice(lineStart, index);
    if (!/^[ \t>]*#{1,6}[ \t]/.test(before)) return [];
    const start = lineStart + trimEndOf(before, ' \t').length;
    return [{ start, end: index + whole.length, text: ` {#${id}}` }];
  });
}

/** At the end of a line, or before the characters that close a heading. */
const commentId = /\{[ \t]*\/\*[ \t]*#?([\p{L}\p{N}_.-]+)[ \t]*\*\/[ \t]*\}(?:[ \t]+#+)?[ \t]*$/gmu;
