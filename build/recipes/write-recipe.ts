import { lstatSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fastGlob from 'fast-glob';
import { UsageError } from '../../src/usage-error.ts';
import { packageFolder } from '../package/package.ts';
import { fillIn } from './fill-in.ts';
import type { RecipeValues } from './recipe.ts';
import type { RecipeName } from './recipes.ts';

/**
 * Writes the files of a recipe into the working directory, and returns their paths. Throws `UsageError` where one of them is
 * there already, and `Unfit`; then none is written.
 */
export async function writeRecipe(name: RecipeName, values: RecipeValues): Promise<string[]> {
  const from = join(packageFolder(), 'build', 'recipes', name);
  const paths = (await fastGlob('**/*', { cwd: from, dot: true })).sort();
  const there = paths.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  if (there.length > 0) {
    const [are, them] = there.length === 1 ? ['is', 'it'] : ['are', 'them'];
    throw new UsageError(
      `${there.join(', ')} ${are} there already, so nothing was written. ` +
        `Move ${them} away, run galley init ${name} again, and compare.`,
    );
  }
  const read = paths.map(async (path) => ({ path, text: await readFile(join(from, path), 'utf8') }));
  const files = (await Promise.all(read)).map(({ path, text }) => ({ path, text: fillIn(text, values, path) }));
  for (const { path, text } of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
  }
  return paths;
}
