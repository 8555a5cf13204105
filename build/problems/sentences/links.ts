import { toTimes, type Words } from './words.ts';

/** What a build found in place of a file that is not there. */
export type Instead =
  | { is: 'near' | 'renamed' | 'written'; path: string }
  | { is: 'outside'; content: string; folder: string }
  | { is: 'article' | 'unreadable' };

export interface MissingTarget {
  /** As written. */
  address: string;
  /** Null before it was searched for, and for nothing. */
  instead: Instead | null;
}

/** What is reported of links, of images, and of the places in articles that links lead to. */
export const linkSentences = {
  missingFile: ({
    kind,
    address,
    path,
    instead,
  }: MissingTarget & { kind: 'image' | 'media'; path: string }): Words => ({
    found: `${fileNames[kind]} ${address}${toState(instead, address === path ? '' : ` at ${path}`)}`,
    expected: `the path of an existing ${kinds[kind]} in the content folder, relative to this file, or a full address`,
    fix: toFix(instead) ?? 'Add the file there, or correct the path.',
  }),
  missingRootImage: ({ address, more, places, instead }: MissingTarget & { more: number; places: string }): Words => ({
    found: `the image ${address}${toListed(more, places)}${toState(instead, ' in the content folder')}`,
    expected: 'a path from the content folder or from a folder in it, such as `static`, or a full address',
    fix:
      toFix(instead) ??
      'Add the folder of these images to `content`, such as `content: [blog, static]`. Otherwise write full addresses.',
  }),
  missingDownload: ({ address, path, instead }: MissingTarget & { path: string }): Words => ({
    found: `a link to ${address}, but the content folder has no file ${path} that Galley publishes${toOutside(instead)}`,
    expected: 'the path of a file in the content folder, relative to this file, or a full address',
    fix:
      toFix(instead) ?? 'Add the file there, or correct the path. Write `https://` before the address of a web site.',
  }),
  missingPage: ({ address, instead }: MissingTarget): Words => ({
    found: `a link to ${address}, which is neither the path nor the slug of an article${toOutside(instead)}`,
    expected: 'the path of the file of an article, relative to this file, or a full address',
    fix: toFix(instead) ?? 'Correct it. Write `https://` before the address of a web site.',
  }),
  missingArticle: ({ address, path, instead }: MissingTarget & { path: string }): Words => ({
    found: `a link to ${address}, but the content folder has no file ${path} that Galley reads${toOutside(instead)}`,
    expected: pathOfArticle,
    fix: toFix(instead) ?? 'Correct the path, add the file, or let no rule exclude it.',
  }),
  noArticle: ({ address, path }: { address: string; path: string }): Words => ({
    found: `a link to ${address}, but ${path} is hidden, or is not an article`,
    expected: pathOfArticle,
    fix: 'Link to another article, or show that one.',
  }),
  skippedArticle: ({ path }: { path: string }): Words => ({
    found: `a link to ${path}, which is skipped because of its errors`,
    expected: 'a link to an article that readers can get',
    fix: `Fix ${path}. Then this link works again.`,
  }),
  neverCopied: ({ address }: { address: string }): Words => ({
    found: `a link to ${address}. A file of this kind may be a source of a site, and is never copied`,
    expected: 'a link to an article, or to a file for readers',
    fix: 'Put the file into a `.zip` file, and link to that.',
  }),
  longAddress: ({ start, length, maxLength }: { start: string; length: number; maxLength: number }): Words => ({
    found: `an address of ${length.toLocaleString('en')} characters: ${start}`,
    expected: `at most ${maxLength.toLocaleString('en')} characters, as the path of a file has`,
    fix: 'Correct the address.',
  }),
  emptyAddress: ({ written }: { written: string }): Words => ({
    found: `\`${written}\`, which has no address`,
    expected: 'an address between the parentheses',
    fix: 'Write the address, or leave only the text.',
  }),
  spacedAddress: ({ written, corrected }: { written: string; corrected: string }): Words => ({
    found: `\`${written}\`. Readers see it as text, because its address has a space`,
    expected: 'an address without spaces, or between `<` and `>`',
    fix: `Write \`${corrected}\`.`,
  }),
  noAddress: ({ written, times }: { written: string; times: number }): Words => ({
    found: `\`${written}\`${toTimes(times)}. Readers see it as text, because this is no address, or no title`,
    expected: 'an address without spaces, and at most a title in quotes behind it',
    fix: 'Write `[text](address)` or `[text](address "title")`. If it is an example, put it into a code span.',
  }),
  unknownName: ({ written, more }: { written: string; more: number }): Words => ({
    found: `\`${written}\`${toMore(more, ' such links')}. No published file has that name, so readers see only its text`,
    expected: 'the name of an article or an image in the content folder, not an alias',
    fix: 'Correct the name, add the file, or write only the text.',
  }),
  /** `page` is the path of the other article; null for the same. */
  brokenAnchor: ({ address, page, near }: { address: string; page: string | null; near: string | null }): Words => ({
    found: `a link to ${address}. There is no such heading or id in ${page ?? 'this article'}`,
    expected: 'the id of a heading after the `#`: its text in lower case, with hyphens for spaces',
    fix: near === null ? 'Correct it, or delete it.' : `Correct it. The most similar one is \`#${near}\`.`,
  }),
  otherIds: ({ missed, links, address, near }: OtherIds): Words => ({
    found: `${missed} of ${links} links to headings lead to none, such as ${address}. Their program made other ids`,
    expected: 'the ids that GitHub gives: the text in lower case, with hyphens for spaces and without punctuation',
    fix: `Change the links by one rule${near === null ? '' : `: here ${address} to #${near}`}.`,
  }),
  unknownFootnote: ({ written, more }: { written: string; more: number }): Words => ({
    found: `\`${written}\`${toMore(more, '')}. No footnote has this name, so readers see it as text`,
    expected: `\`${written}: …\` on a separate line`,
    fix: 'Write the footnote, or delete this. If it is an example, put it into a code span.',
  }),
};

export interface OtherIds {
  missed: number;
  links: number;
  /** One of them, and the id that is most similar; null without one. */
  address: string;
  near: string | null;
}

const fileNames = { image: 'the image', media: 'the file' };
const kinds = { image: 'image', media: 'video, audio or text track' };
const pathOfArticle = 'a path to the Markdown file of another article, relative to this file';

/** `place`: where the file was expected. */
function toState(instead: Instead | null, place: string): string {
  if (instead?.is === 'outside') return toOutside(instead);
  if (instead?.is === 'article') return `, which is an article${place}`;
  if (instead?.is === 'unreadable') return `, which is there, but cannot be read${place}`;
  return `, which does not exist${place}`;
}

function toOutside(instead: Instead | null): string {
  return instead?.is === 'outside' ? ', which is outside the content folder' : '';
}

function toFix(instead: Instead | null): string | null {
  switch (instead?.is) {
    case 'near':
      return `Correct it, or add the file. The nearest path is \`${instead.path}\`.`;
    case 'renamed':
      return `The file was renamed. Write \`${instead.path}\`.`;
    case 'written':
      return `The file was renamed. Write \`${instead.path}\`, as galley check --fix does.`;
    case 'outside':
      return `Name both folders in galley.config.yaml: \`content: [${instead.content}, ${instead.folder}]\`.`;
    case 'article':
      return 'To link to the article, remove the `!`.';
    case 'unreadable':
      return 'Check its permissions. A link on disk that leads out of the content folder is not followed, and nothing of a release is read.';
    default:
      return null;
  }
}

function toMore(count: number, what: string): string {
  return count === 0 ? '' : ` (and ${count} more${what})`;
}

function toListed(count: number, places: string): string {
  return toMore(count, ` such ${count === 1 ? 'image' : 'images'}: ${places}`);
}
