import { Argument, InvalidArgumentError, Option, type OptionValues } from 'commander';
import { isRecipe, recipeNames, recipes } from '../recipes/recipes.ts';
import type { MaxRemoved } from '../release/changes/check-removed.ts';
import { type CommandEntry, type Commands, toCount } from './command-entry.ts';
import { toDraftsConfig } from './drafts.ts';
import { keyCommands } from './key-commands.ts';
import { serveCommand } from './serve-command.ts';
import type { Config } from './settings.ts';

const all = new Option('--all', 'print all problems and all changes, not only the first of each kind');
const allowEmpty = new Option('--allow-empty', 'write a release without articles, even if the last one had articles');
const maxRemoved = new Option(
  '--max-removed <number>',
  'how many published articles may disappear: a number, or a share such as 10% (default: 10%, but at least 5)',
).argParser((text: string): MaxRemoved => {
  const [, digits = '', share = ''] = /^(\d{1,7})(%?)$/.exec(text) ?? [];
  if (digits === '') throw new InvalidArgumentError('Expected a number, such as 12, or a share, such as 10%.');
  return { value: Number(digits), isShare: share === '%' };
});
const noLock = new Option(
  '--no-lock',
  'use no lock, for a store without conditional requests: make sure that no other command writes to it',
);
const store = new Option('--store <address>', 'an object store instead of a folder: s3://BUCKET/PREFIX').conflicts(
  'out',
);
const drafts = new Option(
  '--drafts',
  'the release of drafts, beside the public one: its folder and its store end in -drafts',
);
const json = new Option('--json', 'print JSON');
const recipeList = recipeNames.map((name) => `${name}: ${recipes[name].title}`).join('; ');

const commands: readonly CommandEntry[] = [
  {
    name: 'build',
    text: 'build a release from a folder of Markdown',
    options: [
      new Option(
        '--from <address>',
        'the object store that has the last release: s3://BUCKET/PREFIX (default: the release folder). An article whose file is invalid now is taken from there',
      ),
      drafts,
      allowEmpty,
      maxRemoved,
      all,
      json,
    ],
    run: async (config, flags, output) => (await import('./build.ts')).runBuild(toConfig(config, flags), flags, output),
  },
  {
    name: 'check',
    text: 'find every problem in the content, and write no release',
    options: [
      new Option('--format <format>', 'github: annotations in a pull request')
        .choices(['text', 'json', 'github'])
        .default('text'),
      new Option(
        '--against <release|ref>',
        'what knows of articles that were moved, as for galley diff (default: the current release)',
      ),
      new Option(
        '--fix',
        'write ids that clash, former slugs, corrected dates, and links to renamed files into the files',
      ),
      new Option('--max-warnings <number>', 'end with 1 if there are more warnings than this').argParser(toCount),
      new Option(
        '--sitemap <file|url>',
        'compare with your website: its sitemap, an index of them, or the folder of its pages; ' +
          'end with 1 if an article is published here and not there',
      ),
      new Option('--json', 'the same as --format json').implies({ format: 'json' }),
      all,
    ],
    run: async (config, flags, output) => (await import('./check.ts')).runCheck(config, flags, output),
  },
  {
    name: 'diff',
    text: 'print what a publish would change for readers, and publish nothing',
    options: [
      new Option(
        '--against <release|ref>',
        'a kept release, or a branch, tag or commit of git (default: the current release)',
      ),
      new Option('--format <format>', 'markdown: a comment on a pull request')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
      drafts,
      new Option('--json', 'the same as --format json').implies({ format: 'json' }),
      all,
    ],
    run: async (config, flags, output) => (await import('./diff.ts')).runDiff(toConfig(config, flags), flags, output),
  },
  {
    name: 'new',
    text: 'make a new article: a draft with its front matter filled in',
    args: [new Argument('<title>', 'its title, in quotation marks')],
    hint: 'Put a title of several words in quotation marks.',
    run: async (config, _, output, title = '') => (await import('./new.ts')).runNew(config, title, output),
  },
  {
    name: 'init',
    text: 'add Galley to a repository: the package and a configuration for its articles, or a recipe for a platform',
    args: [
      new Argument(
        '[folder-or-recipe]',
        `the folder of the repository, such as ../my-site (default: this one); or a recipe: ${recipeList}`,
      ).argParser(toFolderOrRecipe),
    ],
    run: async (config, _, output, given = '.') =>
      isRecipe(given)
        ? (await import('./init-recipe.ts')).runInitRecipe(config, given, output)
        : (await import('./init.ts')).runInit(given, output),
  },
  serveCommand,
  {
    name: 'push',
    text: 'publish the release in an object store; galley serve --from serves it',
    args: [
      new Argument(
        '[address]',
        's3://BUCKET/PREFIX (default: the setting store); region, endpoint and keys come from AWS_… variables',
      ),
    ],
    options: [
      new Option('--force', 'upload every file, even if the store has it, because it may be damaged there'),
      drafts,
      maxRemoved,
      new Option('--allow-http', 'push a release whose links begin with http:, or lead to this machine'),
      noLock,
      all,
      json,
    ],
    run: async (config, flags, output, address) =>
      (await import('./push.ts')).runPush(toConfig(config, flags), address, flags, output),
  },
  {
    name: 'releases',
    text: 'list the kept releases, newest first',
    options: [drafts, store, json],
    run: async (config, flags, output) =>
      (await import('./releases.ts')).runReleases(toConfig(config, flags), flags, output),
  },
  {
    name: 'rollback',
    text: 'make a kept release current again; a running server serves it within a second',
    args: [
      new Argument('[id]', 'the id of a release, or its first characters (default: the one before the current one)'),
    ],
    options: [drafts, store, noLock, json],
    run: async (config, flags, output, id) =>
      (await import('./rollback.ts')).runRollback(toConfig(config, flags), id, flags, output),
  },
  {
    name: 'prune',
    text: 'remove files that no kept release needs; the setting keep says which releases are kept',
    options: [
      new Option('--now', 'keep only the current release, and releases that were current less than a minute ago'),
      drafts,
      store,
      noLock,
      json,
    ],
    run: async (config, flags, output) => (await import('./prune.ts')).runPrune(toConfig(config, flags), flags, output),
  },
  {
    name: 'start',
    text: 'build, then serve',
    options: [allowEmpty, all],
    run: async (config, flags, output) => (await import('./start.ts')).runStart(config, flags, output),
  },
  {
    name: 'dev',
    text: 'build, serve, and build again whenever a file is saved',
    options: [allowEmpty, all],
    run: async (config, flags, output) => (await import('./dev.ts')).runDev(config, flags, output),
  },
  ...keyCommands,
  {
    name: 'preview-link',
    text: 'print a link to a website that shows a draft, and that ends',
    args: [new Argument('<slug>', 'the slug of the article')],
    options: [
      new Option('--site <url>', 'the address of the website, such as https://www.example.com').makeOptionMandatory(),
      new Option('--expires <when>', 'when it ends: 24h, 7d, YYYY-MM-DD, or an RFC 3339 date-time').default('7d'),
      json,
    ],
    run: async (config, { site, expires, ...flags }, output, slug = '') =>
      (await import('./preview-link.ts')).printPreviewLink(config, slug, { site, expires, ...flags }, output),
  },
  {
    name: 'deploy check',
    text: 'check that a server gives nothing secret without a key',
    args: [new Argument('<address>', 'the address of the server')],
    options: [json],
    run: async (config, flags, output, address = '') =>
      (await import('./deploy/check-address.ts')).runCheckAddress(config, address, flags, output),
  },
  {
    name: 'deploy keys',
    text: 'print the digests of the keys as secrets: npx galley deploy keys cloudflare | npx wrangler secret bulk',
    args: [new Argument('<platform>', 'the platform').choices(['cloudflare'])],
    run: async (config, _, output) => (await import('./deploy/cloudflare-secrets.ts')).printKeys(config, output),
  },
];

/** All that `galley` can do. */
export const allCommands: Commands = {
  commands,
  groups: {
    key: 'make, list and revoke keys; only their digests are stored',
    deploy: 'check a server from outside; print keys as secrets',
  },
};

/** That of the release of drafts where `--drafts` asks for it. */
function toConfig(config: Config, { drafts }: OptionValues): Config {
  return drafts ? toDraftsConfig(config) : config;
}

/** For commander: what is no recipe looks like a path, so that a misspelt recipe makes no folder. */
function toFolderOrRecipe(text: string): string {
  if (isRecipe(text) || /^\.\.?$|[/\\]/.test(text)) return text;
  throw new InvalidArgumentError(
    `Expected a recipe (${recipeNames.join(', ')}), or a folder with a slash, such as ./${text}.`,
  );
}
