import { slug } from 'github-slugger';
import { collectProblems } from '../../problems/cap-problems.ts';
import { shorten } from '../../problems/report-problem.ts';
import { mayHaveFootnotes } from '../parse/footnotes.ts';
import type { BodyToken } from '../parse/tokens.ts';
import { isLeaf, withoutCode } from '../parse/walk-tokens.ts';
import type { BodyCheck } from './body-check.ts';
import { type BodyProblem, collectKinds, warnInBody } from './body-problems.ts';

/** The first reference to a footnote that is not there. Without any footnote, only a number is one for certain. */
export const footnoteCheck: BodyCheck = {
  mayFind: (markdown) => mayHaveFootnotes(markdown) || markdown.search(noteName) !== -1,
  begin(_, positionOf) {
    const labels = new Set<string>();
    const references: { token: BodyToken; index: number; written: string }[] = [];
    return {
      visit(token) {
        if (isLeaf(token) && token.type !== 'html' && token.raw.includes('[^'))
          for (const { 0: written, index } of withoutCode(token).matchAll(noteName))
            references.push({ token, index, written });
        if (token.type === 'footnote') labels.add(token.label);
      },
      problems() {
        const [first, ...more] = references.filter(
          ({ written }) => !labels.has(written.slice(2, -1)) && (labels.size > 0 || /^\[\^\d{1,3}\]$/.test(written)),
        );
        if (first === undefined) return [];
        const facts = { says: 'unknownFootnote', written: first.written, more: more.length } as const;
        return [warnInBody('broken-anchor', positionOf(first.token, first.index), facts)];
      },
    };
  },
};

const noteName = /\[\^[\w-]{1,50}\](?![(:[])/g;

/**
 * Links and images that are shown as text: each whose address a space ends, of others the first; and the first without
 * an address.
 */
export const linkCheck: BodyCheck = {
  mayFind: (markdown) => unread.test(markdown),
  begin(_, positionOf) {
    const { report, problems } = collectProblems<BodyProblem>();
    const others = collectKinds<string, { token: BodyToken; index: number; written: string }>();
    let empty = false;
    return {
      visit(token) {
        if ((token.type === 'link' || token.type === 'image') && token.href === '' && !empty) {
          empty = true;
          const code = token.type === 'link' ? 'broken-link' : 'missing-image';
          report({ code, severity: 'warning' }, () =>
            warnInBody(code, positionOf(token, 0), { says: 'emptyAddress', written: shorten(token.raw) }),
          );
        }
        if (!isLeaf(token) || token.type === 'html') return;
        if (!unread.test(token.raw)) return;
        for (const { 0: written, 1: before = '', 2: spaced = '', index } of withoutCode(token, true).matchAll(
          linkLike,
        )) {
          // A template in an address is reported as such.
          if (/\{[{%]/.test(written)) continue;
          const code = written.startsWith('!') ? 'missing-image' : 'broken-link';
          if (!isSpacedName(spaced.trim())) {
            if (/^!|\]\(\s*(?:https?:|www\.)/i.test(written)) others.add(code, { token, index, written });
            continue;
          }
          const address = isAnchor(spaced) ? `#${slug(spaced.replace(/^[#\s]+/, ''))}` : `<${spaced.trim()}>`;
          const facts = { says: 'spacedAddress', written, corrected: `${before}${address})` } as const;
          report({ code, severity: 'warning' }, () => warnInBody(code, positionOf(token, index), facts));
        }
      },
      problems: () => [
        ...problems(),
        ...others.toProblems(({ token, index, written }, times) => {
          const code = written.startsWith('!') ? 'missing-image' : 'broken-link';
          const facts = { says: 'noAddress', written: shorten(written.trim()), times } as const;
          return warnInBody(code, positionOf(token, index), facts);
        }),
      ],
    };
  },
};

/** What is in no case a link to a name without spaces, with or without a title. */
const unread =
  /\]\((?!(?:[^\s()<>]{1,2000}(?:\([^\s()<>]{0,500}\)[^\s()<>]{0,500}){0,3}|<[^<>\n]{1,2000}>)(?:[ \t]+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))?[ \t]*\))/;

/** What resembles a link: its address, if it has no title and no angle brackets. */
const linkLike = /(!?\[[^[\]\n]{0,200}\]\()(?:([^()<>"'`\n]{1,300})\)|[^[\n]{1,300})/g;

/** Whether an address without white space at its ends is the name of a file, with a space in it. */
function isSpacedName(address: string): boolean {
  const query = address.search(/[?#]/);
  if (isAnchor(address)) return true;
  return [address, address.slice(0, query === -1 ? 0 : query)].some(
    (name) => /\s/.test(name.replace(extension, '')) && extension.test(name),
  );
}

/** The text of a heading, where its id belongs. */
function isAnchor(address: string): boolean {
  return /^#.*\s/.test(address.trim());
}

const extension = /\.[a-z][a-z\d]{1,7}$/i;

/** Comments and fences that nothing closes, so that all text behind them is missing, or shown as code. */
export const unclosedCheck: BodyCheck = {
  mayFind: (markdown) => /`{3}|~{3}|<!--|<\?/.test(markdown),
  begin(_, positionOf) {
    const { report, problems } = collectProblems<BodyProblem>();
    const kind = { code: 'unclosed', severity: 'warning' } as const;
    return {
      visit(token) {
        const fence = token.type === 'code' ? openFence(token.raw) : null;
        const isComment = token.type === 'html' && token.block === true && isOpenComment(token.text);
        if (fence !== null || isComment)
          report(kind, () => warnInBody(kind.code, positionOf(token, 0), isComment ? openComment : toOpenCode(fence)));
      },
      problems,
    };
  },
};

/** The fence of code that has no other, else null. */
function openFence(raw: string): string | null {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  if (fence === undefined) return null;
  const text = raw.trimEnd();
  const last = text.slice(text.lastIndexOf('\n') + 1).trim();
  const isEnd = text.includes('\n') && last.length >= fence.length && last === (fence[0] ?? '').repeat(last.length);
  return isEnd ? null : fence;
}

function isOpenComment(html: string): boolean {
  const text = html.trimStart();
  return text.startsWith('<!--') && !/^<!---?>/.test(text) && !text.includes('-->', '<!--'.length);
}

const openComment = {
  found: 'a comment without an end. All text after it is missing',
  expected: '`-->` at the end of the comment',
  fix: 'Add `-->`, or delete `<!--`.',
};

function toOpenCode(fence: string | null): typeof openComment {
  return {
    found: `code that begins with ${fence} and has no end. All text after it is code`,
    expected: `a line of ${fence} at the end of the code`,
    fix: 'Add that line, or delete the first one.',
  };
}
