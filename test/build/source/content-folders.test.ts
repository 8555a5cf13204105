import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { toContentFolders } from '../../../build/source/content-folders.ts';

test.each([
  [['content'], 'content', ['']],
  [['../blog'], '../blog', ['']],
  [['/a/b'], '/a/b', ['']],
  [['blog', 'docs/news'], '.', ['blog', 'docs/news']],
  [['src/blog', './src/docs/'], 'src', ['blog', 'docs']],
  [['src/a', 'src/ab'], 'src', ['a', 'ab']],
  [['blog', '.'], '.', ['blog', '']],
  [['src', 'src/blog'], 'src', ['', 'blog']],
  [['blog', 'blog/', 'blog'], 'blog', ['']],
  [['../x/a', '../x/b'], '../x', ['a', 'b']],
  [['../other', 'blog'], '..', ['other', `${resolve('.').split('/').at(-1)}/blog`]],
  [['src/..a', 'src/b'], 'src', ['..a', 'b']],
])('%j lie in %s', (given, root, folders) => {
  expect(toContentFolders(given)).toEqual({ root, folders });
});
