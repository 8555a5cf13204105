import { basename, resolve } from 'node:path';
import { toSite } from '../../src/node/address.ts';
import { UsageError } from '../../src/usage-error.ts';
import { fillIn } from '../recipes/fill-in.ts';
import type { RecipeValues } from '../recipes/recipe.ts';
import { type RecipeName, recipes } from '../recipes/recipes.ts';
import { writeRecipe } from '../recipes/write-recipe.ts';
import type { Config } from './config.ts';
import type { Output } from './output.ts';

/** `galley init NAME`: adds what one platform needs to a repository, filled in with its configuration. */
export async function runInitRecipe(config: Config, name: RecipeName, output: Output): Promise<0> {
  const values = toValues(config, process.cwd());
  const written = await writeRecipe(name, values);
  const next = recipes[name].next.map((line) => `  ${fillIn(line, values)}`);
  output.print(`Wrote ${written.join(', ')}.\n\nNext:\n${next.join('\n')}`);
  return 0;
}

/** Throws `UsageError` where the files of a recipe would read the folder's name otherwise. */
function toValues(config: Config, folder: string): RecipeValues {
  const { host, out, keys } = config;
  const found = [folder, resolve(folder, keys)].find((path) => /[%"'\\$\n]/.test(path));
  if (found !== undefined) {
    throw new UsageError(
      `The path ${JSON.stringify(found)} has a character that the files of a recipe read otherwise: %, a quotation mark, \\, $ or the end ` +
        'of a line. Expected a path without them: move the folder.',
    );
  }
  // 0 lets the system choose, which nobody could be told.
  const port = config.port === 0 ? 8787 : config.port;
  const site = config.site ?? toSite(host, port);
  return {
    site,
    siteHost: new URL(site).hostname,
    host,
    port: String(port),
    nextPort: String(port + 1),
    out,
    keys,
    keysPath: resolve(folder, keys),
    folder,
    name: toName(basename(folder)),
  };
}

/** The name in lower-case letters, digits and `-`, as platforms want it. */
function toName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'galley' : name.slice(0, 50);
}
