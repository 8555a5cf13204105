import { basename, isAbsolute, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { toSite } from '../../src/adapters/node/address.ts';
import { UsageError } from '../../src/usage-error.ts';
import { type Recipe, type RecipeName, type RecipeValues, recipes } from '../recipes/recipes.ts';
import { fillIn, Unfit, writeRecipe } from '../recipes/write-recipe.ts';
import { addToGitignore } from './add-to-gitignore.ts';
import { settingPlace } from './config.ts';
import type { Output } from './output.ts';
import type { Setting } from './setting.ts';
import { Config, configFile, type SettingName, settings } from './settings.ts';

/** `galley init NAME`: adds what one platform needs to a repository, filled in with its configuration. */
export async function runInitRecipe(config: Config, name: RecipeName, output: Output): Promise<0> {
  const values = toValues(config, process.cwd());
  const written = await writeRecipe(name, values).catch(async (error) => {
    throw error instanceof Unfit ? await toUsageError(error.found, values) : error;
  });
  const { next, ignored = [], withoutServe = false }: Recipe = recipes[name];
  output.print(`Wrote ${written.join(', ')}.`);
  await addToGitignore(ignored, output);
  const ineffective = withoutServe ? findOfServe(config) : [];
  if (ineffective.length > 0)
    output.print(`Only galley serve obeys ${ineffective.join(', ')} of ${configFile}. There is no such setting here.`);
  output.print(`\nNext:\n${next.map((line) => `  ${fillIn(line, values)}`).join('\n')}`);
  return 0;
}

/** Names of settings of `serve` that are not as by default. */
function findOfServe(config: Config): string[] {
  const defaults = Config.parse({});
  const names = Object.keys(settings) as SettingName[];
  return names.filter((name) => {
    const { ofServe = false }: Setting = settings[name];
    return ofServe && !isDeepStrictEqual(config[name], defaults[name]);
  });
}

async function toUsageError({ value, file, expected }: Unfit['found'], values: RecipeValues): Promise<UsageError> {
  const found = JSON.stringify(values[value]);
  if (value === 'folder')
    return new UsageError(
      `Found the folder ${found}, which cannot be written into ${file}. Expected ${expected}. Move the folder.`,
    );
  const setting = value === 'keysPath' ? 'keys' : value;
  return new UsageError(
    `${configFile}: ${setting}: found ${found}, which cannot be written into ${file}. Expected ${expected}.${await settingPlace(setting)}`,
  );
}

function toValues(config: Config, folder: string): RecipeValues {
  const { host, keys } = config;
  const out = isAbsolute(config.out) ? relative(folder, config.out) || '.' : config.out;
  // 0 lets the system choose; a recipe needs a number.
  const port = config.port === 0 ? 8787 : config.port;
  const site = config.site ?? toSite(host, port);
  return {
    site,
    siteHost: new URL(site).hostname,
    host,
    port: String(port),
    nextPort: String(port === 65_535 ? port - 1 : port + 1),
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
    .slice(0, 50)
    .replace(/^-|-$/g, '');
  return name === '' ? 'galley' : name;
}
