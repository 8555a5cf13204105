import { posix } from 'node:path';
import { markdownName } from './source-file.ts';

/** Words for a conflict, as programs that copy folders between machines write them. */
const conflict = 'conflict|conflit|conflito|konflikt|конфликт|конфлікт|çakış|ristiriit|競合|冲突|衝突|충돌';

/** Behind a name in brackets, with what makes it no part of a title: a day, or a word for a copy. */
const inBrackets = new RegExp(`[([]([^()[\\]]*(?:${conflict})[^()[\\]]*)[)\\]]$`, 'iu');
const ofCopy = new RegExp(
  '\\d{4}-\\d\\d-\\d\\d|\\d{8}|^(?:conflict|conflicted)$|[SN][FS]conflict|' +
    '(?:case|whitespace|encoding|sync) conflict|cop(?:y|i[ea])|cópia|kopi|коп[иі]|コピー|副本|複本|文件|사본',
  'iu',
);

const others: readonly RegExp[] = [
  // Syncthing, Resilio, ownCloud, Google Drive, Synology, Baidu, and the tools for merging of git.
  /\.sync-conflict-\d{8}-\d{6}(?:-\w+)?$/i,
  /\.conflict\d*$/i,
  /_conflict(?:[-_][^/]*)?-\d{8}-\d{6}$/i,
  /_conf\(\d+\)$/i,
  /_[A-Z][a-z]{2}-\d\d-\d{6}-\d{4}_Conflict$/,
  /_冲突文件_/,
  /_(?:BASE|LOCAL|REMOTE|BACKUP)_\d+$/,
];

/** Whether a file, or a folder around it, has the name that programs give to a copy of what two machines changed. */
export function isConflictCopy(path: string): boolean {
  if (!mayBeConflict.test(path)) return false;
  return path
    .replace(markdownName, '')
    .split('/')
    .some((name) => ofCopy.test(inBrackets.exec(name)?.[1] ?? '') || others.some((pattern) => pattern.test(name)));
}

const mayBeConflict = new RegExp(`_conf\\(|_(?:BASE|LOCAL|REMOTE|BACKUP)_|${conflict}`, 'iu');

const copyWord = 'copy|kopie|copie|copia|cópia|kopia|kopi|копия|копія|コピー|副本|복사본';

/** Names that programs give to copies, and authors to other articles as well. */
const doubtful = [
  // iCloud, Google Drive and browsers.
  '^(.+) \\d{1,2}$',
  '^(.+?) ?\\(\\d{1,3}\\)$',
  // Windows, macOS and Google Drive.
  `^(.+?)(?: - | |-|_|\\.|の| の)(?:${copyWord})(?: ?\\(?\\d{1,2}\\)?)?$`,
  '^(?:copy of|kopie v[oa]n|copie de|c[oó]pia de|copia di|kopia av|kopi a[fv]|kopia|копия) (.+)$',
  '^(.+)[-_.](?:orig|original|bak|backup|old)\\d?$',
].map((pattern) => new RegExp(pattern, 'iu'));

/** OneDrive puts the name of the computer behind that of the file. */
const ofComputer = /^(.+?)-(?:[A-Z\d-]{4,}|[\p{L}\d]*-?(?:MacBook|iMac|Mac|PC|iPhone|iPad)(?:-\w{1,9})?)$/u;

/** Paths of files of which one may be the copy, if its name is doubtful. */
export function possibleOriginals(path: string): string[] {
  const ending = posix.extname(path);
  const name = posix.basename(path, ending);
  return [...doubtful, ofComputer].flatMap((pattern) => {
    const original = pattern.exec(name)?.[1];
    return original === undefined ? [] : posix.join(posix.dirname(path), `${original.trimEnd()}${ending}`);
  });
}
