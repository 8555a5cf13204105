import { posix } from 'node:path';
import type { FindHidden, HidingWay } from '../dialect.ts';
import { hideBySources } from '../page-sources.ts';

export const ways: readonly HidingWay[] = [
  ['`draft: true`, in the code of pages', 'read', 'draft'],
  ['`contentDirExclude`', 'read', 'next-exclude'],
  [
    '`contentDirPath`, `contentDirInclude`, `filePathPattern`; `root` and `pattern`: what they do not match',
    'read',
    'next-path',
  ],
];

/** What Contentlayer and Velite would not read. */
export const hides: FindHidden = ({ readCode, content, folder, matching }, found) => {
  const [from = folder] = matching(folder, /^(?:contentlayer|velite)\.config\.[cm]?[jt]s$/);
  const settings = readCode(from);
  const texts = (...keys: string[]): string[] =>
    keys.flatMap((key) => settings.properties(key).flatMap((value) => found.readTexts(from, key, value)));
  const isVelite = posix.basename(from).startsWith('velite');
  const [root = isVelite ? 'content' : '.'] = texts(isVelite ? 'root' : 'contentDirPath');
  const include = isVelite ? texts('pattern') : texts('filePathPattern');
  const parts = texts('contentDirInclude');
  const source = {
    folders: [posix.join(folder, root)],
    include,
    exclude: isVelite ? ['**/_*'] : texts('contentDirExclude'),
  };
  if (include.length === 0) found.leave(from, isVelite ? 'pattern' : 'filePathPattern');
  const isKnown = found.unread.length === 0;
  hideBySources(found, { program: 'next', from, content: isKnown ? content : null }, [
    { ...source, ...(parts.length > 0 && { include: parts.map((part) => `${part}/**`) }) },
  ]);
};
