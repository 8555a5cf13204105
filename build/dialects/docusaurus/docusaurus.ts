import type { CurrentBody, Edit } from '../../markdown/adapt/body-dialect.ts';
import { trimEndOf } from '../../markdown/linear-text.ts';
import type { Dialect } from '../dialect.ts';

export const docusaurus: Dialect = {
  name: 'docusaurus',
  title: 'Docusaurus',
  guide: {
    reads: '`## Heading {/* #id */}`',
    becomes: 'headings with their ids',
  },
  detectedBy: ['docusaurus.config.js', 'docusaurus.config.ts', 'authors.yml'],
  body: () => [{ stage: 'text', find: fixHeadingIds }],
  originalOf(path) {
    const [, above, folder, version = '', name] = translated.exec(path) ?? [];
    if (folder === undefined) return null;
    return `${above}${version.startsWith('/v') ? `versioned_${folder}${version}` : folder}${name}`;
  },
};

/** `i18n/de/docusaurus-plugin-content-blog/…` for `blog/…`; of `docs`, the next folder is the version. */
const translated = /^(|.*\/)i18n\/[^/]+\/docusaurus-plugin-content-(blog|docs)(\/current|\/version-[^/]+|)(\/.*)$/;

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
