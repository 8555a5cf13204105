import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { expect, test } from 'vitest';

/** A word that is not used, in the meaning that the pattern catches. */
interface Row {
  word: string;
  instead: string;
  pattern: RegExp;
  /** What the pattern may find, each with a reason. */
  except?: readonly { text: RegExp; reason: string }[];
  /** Only in files whose path ends so. */
  only?: string;
}

const commonMark = 'the word of CommonMark';
const html = 'a name of HTML';
const url = 'part of an address or a file name that stays';

const rows: readonly Row[] = [
  {
    word: 'door',
    instead: 'adapter',
    pattern: /\bdoors?\b|\bdoor[A-Z]|[a-z]Doors?(?![a-z])/i,
    except: [{ text: /every-door-answers-alike/g, reason: url }],
  },
  {
    word: 'Reader (of files)',
    instead: 'Storage',
    pattern: /\bReader\b/,
  },
  {
    word: 'answer (what is sent)',
    instead: 'response',
    pattern: /answer/i,
    except: [{ text: /every-door-answers-alike/g, reason: url }],
  },
  { word: 'faulty', instead: 'invalid', pattern: /faulty|leave-?out\b/i },
  {
    word: 'leave out',
    instead: 'skip, exclude',
    pattern: /\b(?:leave|leaves|left|leaving) (?:[\w`*-]+ ){0,3}out\b|\b(?:leave|leaves|left|leaving)sOut|\bleftOut/i,
  },
  { word: '--alone, --again', instead: '--no-lock, --force', pattern: /--(?:alone|again)\b/ },
  { word: 'judge', instead: 'validate', pattern: /judg/i },
  {
    word: 'weigh, telling, companions',
    instead: 'score, strongKeys, relatedKeys',
    pattern: /\bweigh(?:s|ed|ing)?\b|\btelling\b|\bcompanions?\b/i,
  },
  {
    word: 'Place, Rendering, Side',
    instead: 'Span, FileStore; Rendered; ReleaseView',
    pattern: /\b(?:interface|type|class) (?:Place|Rendering|Side)\b/,
  },
  { word: 'trial', instead: 'dry run', pattern: /\btrials?\b/i },
  { word: 'hurtful, under fire', instead: 'adversarial, stress', pattern: /hurtful|under[- ]?fire/i },
  {
    word: 'take up, taken up',
    instead: 'activate',
    pattern: /\b(?:take|takes|taken|taking|took) (?:[\w`-]+ ){0,3}up\b(?! to\b)/i,
  },
  {
    word: 'tell, told, say of',
    instead: 'report',
    pattern: /\b(?:tells?|told|sa(?:y|ys|id) of)\b/i,
    except: [{ text: /\b(?:tells?|told) [\w ,`]*apart/gi, reason: 'to distinguish' }],
  },
  { word: 'look, look again', instead: 'poll, check', pattern: /\blook(?:s|ed|ing)? (?:at|again)\b|\blookAgain/i },
  { word: 'fault, onFault', instead: 'error, onError', pattern: /\bfaults?\b|[a-z]Faults?\b/ },
  { word: 'letGo', instead: 'release', pattern: /\blets?Go\b/ },
  {
    word: 'most, longest, together (of names)',
    instead: 'maxRows, maxLength, concurrency',
    pattern: /\b(?:const|let) (?:most|longest|together)\b|\b(?:most|longest|together)\??: (?:number|\d)/,
    only: '.ts',
  },
  { word: 'waits alone, patience', instead: 'timeoutMs', pattern: /waitsAlone|patience/i },
  { word: 'uneven', instead: 'inexact', pattern: /uneven/i },
  { word: 'effort, pieces', instead: 'budget; tokens, chunks', pattern: /\befforts?\b|\bpieces\b/i },
  {
    word: 'sign, blank, mark',
    instead: 'character, whitespace, delimiter',
    pattern:
      /\bblanks?\b|\b(?:a|the|each|every|of|no|this|that|other|same|such|many|most|one|its|these) (?:sign|mark)s?\b/i,
    except: [
      { text: /about:blank|_blank/g, reason: html },
      { text: /blank lines?/gi, reason: commonMark },
      { text: /<mark>|`mark`/g, reason: html },
    ],
  },
  {
    word: 'anew, heeds, save (except), so many, unless given',
    instead: 'again, obeys, except, n, by default',
    pattern:
      /\banew\b|\b(?:un)?heed(?:s|ed)?\b|(?:,|\() ?save (?:in|one|for|where|those|what|when|the)\b|\bso many\b|\bunless (?:given|told|asked|set)\b/i,
  },
  {
    word: 'due (of an article that readers have)',
    instead: 'published',
    pattern: /\bdue\b(?! to\b)|\bdue[A-Z]|[a-z]Due\b/i,
    except: [{ text: /event\|due\|until/g, reason: 'a key that authors write' }],
  },
  {
    word: 'medium, picture, recording, film',
    instead: 'asset; image, audio, video',
    pattern:
      /\b(?:medium|pictures?|recordings?|films?)\b|\b(?:medium|picture|film)[A-Z]|[a-z](?:Medium|Picture|Film)s?(?![a-z])/i,
    except: [
      { text: /<\/?picture|p picture pre|['"`]picture['"`]/g, reason: html },
      { text: /PictureInPicture/gi, reason: html },
      { text: /pictures-and-links/g, reason: url },
    ],
  },
];

interface Line {
  file: string;
  line: number;
  text: string;
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const files = fastGlob.sync(
  ['src/**', 'build/**', 'content/**/*.{md,svg}', '{README,CHANGELOG,CONTRIBUTING,SECURITY}.md'],
  {
    cwd: root,
  },
);
const tests = fastGlob.sync('test/**/*.test.ts', {
  cwd: root,
  ignore: ['test/house/words.test.ts', '**/node_modules/**'],
});
const byFile = [...files.sort().map(linesOf), ...tests.sort().map(titlesOf)].map((all) => {
  return { all, file: all[0]?.file ?? '', text: all.map(({ text }) => text).join('\n') };
});
const lines: readonly Line[] = byFile.flatMap(({ all }) => all);

function linesOf(file: string): Line[] {
  const texts = readFileSync(join(root, file), 'utf8').split('\n');
  return texts.map((text, index) => ({ file, line: index + 1, text }));
}

/** Titles of tests, whether these are rows of a table or not. */
function titlesOf(file: string): Line[] {
  const text = readFileSync(join(root, file), 'utf8');
  const titles = /(?:\b(?:test|it|describe)(?:\.\w+)*|\]\)|\)\))\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1\s*,/g;
  return [...text.matchAll(titles)].map(({ 2: title = '', index }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    text: title,
  }));
}

test.each(rows)('$word is not used: $instead', ({ pattern, instead, except = [], only = '' }) => {
  const found = byFile
    // Most files have no word of a row, and one search shows that.
    .flatMap(({ file, all, text }) => (file.endsWith(only) && pattern.test(text) ? all : []))
    .flatMap(({ file, line, text }) => {
      const rest = except.reduce((left, exception) => left.replace(exception.text, ''), text);
      if (!pattern.test(rest)) return [];
      const [word = ''] = new RegExp(`\\w*(?:${pattern.source})\\w*`, pattern.flags).exec(rest) ?? [];
      return [`${file}:${line}: ${word} -> ${instead}`];
    });
  if (found.length > 0) expect.fail(`${found.length} lines\n${found.join('\n')}`);
});

test('the titles of tests are found', () => {
  const own = lines.filter(({ file }) => file === 'test/house/house-rules.test.ts').map(({ text }) => text);
  expect(own).toContain('the guide names every problem code, and has a page on each');
});

test('no exception is one that nothing needs', () => {
  for (const { word, except = [] } of rows)
    for (const { text } of except) {
      const isNeeded = lines.some((line) => line.text.search(text) >= 0);
      expect.soft(isNeeded, `${word}: ${text.source}`).toBe(true);
    }
});
