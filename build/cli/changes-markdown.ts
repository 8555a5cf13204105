import type { Problem } from '../problems/problem.ts';

import { toWords } from '../problems/sentences/sentences.ts';
import { clipText } from '../problems/sentences/words.ts';
import type { Changes } from '../release/changes/changes.ts';
import { type ArticleChange, type DescribedChanges, describeChanges } from './changes.ts';
import { count, toDigits, toWordList } from './figures.ts';
import { escapeForTable, type MarkdownTable, toCode, toMarkdownTables } from './table.ts';

/** What a comment on a pull request says. */
export interface Comment {
  /** What was compared with, in words. */
  against: string;
  /** Null where errors kept it from being compared. */
  changes: Changes | null;
  /** Errors in the content. */
  errors: readonly Problem[];
  /** Paths of invalid files whose articles stay as they were last published. */
  older: readonly string[];
  /** The address of an article by its slug; null where there is none. */
  link: ((slug: string) => string) | null;
}

/** UTF-16 code units of the whole: GitHub takes 65,536. */
const maxLength = 65_000;

/** Rows that are open to see. */
const maxRows = 15;

/** UTF-16 code units of a title. */
const maxTitleLength = 120;

/** Markdown for a comment: a headline with counts, and tables, of which most are folded. */
export function toChangesMarkdown({ against, changes, errors, older, link }: Comment): string {
  const described = changes && describeChanges(changes);
  const errorTable = errors.map((error) => {
    const { path, line, column, code } = error;
    return [toCode(`${path}:${line}:${column}`), code, escapeForTable(clipText(toWords(error).found, maxTitleLength))];
  });
  const tables = [
    { title: null, columns: ['Error', '', 'Found'], rows: errorTable },
    ...(described === null ? [] : toTables(described, link)),
  ];
  const list = changes === null || changes.before === null ? null : described?.list;
  const after = [
    ...(list ? [`The list of articles, with 100 on a page: ${list}.`] : []),
    ...(older.length === 0
      ? []
      : [
          `Readers keep these articles as they were last published, until their files are fixed or removed: ${toWordList(older.map(toCode), maxRows)}.`,
        ]),
    `Compared with ${escapeForTable(against)}.`,
  ];
  const title = toTitle(changes, described?.headline ?? null, errors.length);
  return toMarkdownTables(`### ${title}`, tables, after.join('\n\n'), maxLength);
}

function toTitle(changes: Changes | null, headline: string | null, errors: number): string {
  const failed = errors === 0 ? '' : `${count(errors, 'error')} in the content`;
  if (changes === null) return `${failed}: nothing would be published`;
  const changed = headline === null ? 'Nothing changes for readers' : `For readers: ${headline}`;
  const words = changes.before === null ? `The first release: ${count(changes.articles.after, 'article')}` : changed;
  return failed === '' ? words : `${failed}. ${words}`;
}

function toTables({ articles, responses, images }: DescribedChanges, link: Comment['link']): MarkdownTable[] {
  // Names of fields are not to be read as emphasis.
  const rows = articles.map((each) => [each.kind, toArticle(each, link), each.notes.join('; ').replaceAll('_', '\\_')]);
  const columns = ['', 'Article', ''];
  const more = rows.slice(maxRows);
  return [
    { title: null, columns, rows: rows.slice(0, maxRows) },
    { title: `${toDigits(more.length)} more`, columns, rows: more },
    {
      title: count(responses.length, 'changed response'),
      columns: ['Address', 'before', 'after'],
      rows: responses.map(([path, ...both]) => [toCode(path), ...both]),
    },
    {
      title: count(images.length, 'image'),
      columns: ['Image', ''],
      rows: images.map(([path, note]) => [toCode(path), note]),
    },
  ];
}

/** A link where readers get the article at the moment. */
function toArticle({ article, before }: ArticleChange, link: Comment['link']): string {
  const title = escapeForTable(clipText(article.title, maxTitleLength));
  const address = link !== null && before?.isPublished === true ? link(before.slug) : null;
  return `${address === null ? title : `[${title}](${address})`} ${toCode(article.slug)}`;
}
