import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashId } from '../../src/core/hash.ts';
import { UsageError } from '../../src/usage-error.ts';
import { cleanSlug, isSlug } from '../front-matter/fields/slug.ts';
import type { Config } from './config.ts';

/** `galley new TITLE`: a draft with its front matter filled in, in the first of the content folders. Throws `UsageError` for a file that is there already. */
export async function runNew({ content: { root, folders } }: Config, title: string): Promise<0> {
  const slug = cleanSlug(title).toLowerCase();
  if (!isSlug(slug)) {
    throw new UsageError(
      `The title ${JSON.stringify(title)} makes no name for a file. Expected one with a letter in it, such as "Hello".`,
    );
  }
  const { stringify } = await import('yaml');
  const now = Math.floor(Date.now() / 1000) * 1000;
  const fields = {
    // An id of its own, so that it stays when the slug changes.
    id: hashId(slug),
    title,
    excerpt: '',
    publish_at: new Date(now).toISOString().replace('.000Z', 'Z'),
    draft: true,
  };
  const folder = join(root, folders[0] ?? '');
  const file = join(folder, `${slug}.md`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, `---\n${stringify(fields, { lineWidth: 0 })}---\n\n`, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(`${file} is there already. Choose another title, or write into that file.`);
  }
  console.log(file);
  console.error('It is a draft: take out `draft: true` when it may be read.');
  return 0;
}
