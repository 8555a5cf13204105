import type { Problem } from '../../problems/problem.ts';
import type { Changes } from '../../release/changes/changes.ts';
import { count, toDigits } from '../count.ts';
import { escapeText, fitTables, type MarkdownTable, toCode } from './markdown-table.ts';
import { toHeadline } from './to-headline.ts';
import { orderAddresses, toAnswers, toListText } from './to-lines.ts';
import { type Row, toRows } from './to-rows.ts';

/** What a comment on a pull request says. */
export interface Comment {
  /** What was compared with, in words. */
  against: string;
  /** Null where errors kept it from being compared. */
  changes: Changes | null;
  /** Errors in the content. */
  errors: readonly Problem[];
  /** The address of an article by its slug; null where there is none. */
  link: ((slug: string) => string) | null;
}

/** UTF-16 code units of the whole: GitHub takes 65,536. */
const longest = 65_000;

/** Rows that are open to see. */
const most = 15;

/** UTF-16 code units of a title. */
const longestTitle = 120;

/** Markdown for a comment: a headline with counts, and tables, of which most are folded. */
export function toChangesMarkdown({ against, changes, errors, link }: Comment): string {
  const rows = changes === null ? [] : toRows(changes);
  const errorTable = errors.map(({ path, line, column, code, found }) => {
    return [toCode(`${path}:${line}:${column}`), code, escapeText(clip(found))];
  });
  const tables = [
    { title: null, columns: ['Error', '', 'Found'], rows: errorTable },
    ...(changes === null ? [] : toTables(changes, rows, link)),
  ];
  const list = changes === null || changes.before === null ? null : toListText(changes);
  const after = [
    ...(list === null ? [] : [`Of the list, of 100 articles to a page: ${list}.`]),
    `Compared with ${escapeText(against)}.`,
  ];
  return fitTables(`### ${toTitle(changes, rows, errors.length)}`, tables, after.join('\n\n'), longest);
}

function toTitle(changes: Changes | null, rows: readonly Row[], errors: number): string {
  const failed = errors === 0 ? '' : `${count(errors, 'error')} in the content`;
  if (changes === null) return `${failed}: nothing would be published`;
  const first = `The first release: ${count(changes.articles.after, 'article')}`;
  const headline = changes.before === null ? first : toHeadline(changes, rows);
  const words =
    headline === null ? 'Nothing changes for readers' : changes.before === null ? first : `For readers: ${headline}`;
  return failed === '' ? words : `${failed}. ${words}`;
}

function toTables(changes: Changes, rows: readonly Row[], link: Comment['link']): MarkdownTable[] {
  const articles = rows.map((row) => [row.kind, toArticle(row, link), row.notes.map(toNote).join('; ')]);
  const addresses = orderAddresses(changes.addresses).map((each) => {
    return [toCode(`/articles/${each.article}`), ...toAnswers(each)];
  });
  const { added, removed } = changes.media;
  const media = [
    ...added.map((name) => [toCode(`/media/${name}`), 'shown now']),
    ...removed.map((name) => [toCode(`/media/${name}`), 'no longer shown there']),
  ];
  const columns = ['', 'Article', ''];
  const more = articles.slice(most);
  const answers = `${count(addresses.length, 'changed answer')}`;
  return [
    { title: null, columns, rows: articles.slice(0, most) },
    { title: `${toDigits(more.length)} more`, columns, rows: more },
    { title: answers, columns: ['Address', 'answers', 'will answer'], rows: addresses },
    { title: count(media.length, 'picture'), columns: ['Picture', ''], rows: media },
  ];
}

/** A link where readers get the article at the moment. */
function toArticle({ article, before }: Row, link: Comment['link']): string {
  const title = escapeText(clip(article.title));
  const address = link !== null && before?.isDue === true ? link(before.slug) : null;
  return `${address === null ? title : `[${title}](${address})`} ${toCode(article.slug)}`;
}

/** Names of fields are not to be read as emphasis. */
function toNote(note: string): string {
  return note.replaceAll('_', '\\_');
}

function clip(text: string): string {
  return text.length <= longestTitle ? text : `${text.slice(0, longestTitle).replace(/[\ud800-\udbff]$/, '')}…`;
}
