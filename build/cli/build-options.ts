import { join, resolve } from 'node:path';
import { detectDialects } from '../dialects/index.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import type { BuildOptions } from '../pipeline/options.ts';
import { isIn } from '../source/content-folders.ts';
import { findProject } from '../source/find-repository.ts';
import type { Config } from './settings.ts';

/** Below the working directory, where tools keep what may be deleted at any time. */
export const cacheFolder = join('node_modules', '.cache', 'galley');

/** That of the release of drafts, in the folder that is kept from git already. */
const draftsCache = join(cacheFolder, 'drafts');

/** The settings of a build; `site` is given, since a server may know it only once it listens. */
export function toBuildOptions(config: Config, site: string, onProgress: BuildOptions['onProgress']): BuildOptions {
  const { content, out, articleUrl, trustedHtml, title, contact, color, rateLimit, cors } = config;
  const { exclude, frontMatter, fields, timeZone, gitDates, maxFileSize, notHiding, invalid, keep, drafts } = config;
  const { timeZone: found, ...dialects } = detectDialects(content.root, config.dialects, projectOf(content.root));
  const zone = timeZone === null || timeZone === found?.name ? found : undefined;
  return {
    content: content.root,
    out,
    cache: drafts ? draftsCache : cacheFolder,
    site,
    articleUrl,
    trustedHtml,
    dialects: { ...dialects, ...(zone && { timeZone: zone }) },
    ...(drafts && { drafts }),
    invalid,
    keep,
    contentOptions: {
      ...defaultContentOptions,
      folders: content.folders,
      exclude,
      frontMatter,
      fields,
      gitDates,
      maxFileSize,
      notHiding,
      timeZone: timeZone ?? zone?.name ?? defaultContentOptions.timeZone,
      ...(zone?.plainInUtc && { plainInUtc: true }),
    },
    info: { title, contact, color, rateLimit, cors: cors ?? [] },
    ...(onProgress && { onProgress }),
  };
}

/** The working directory; of a content folder outside of it, its repository. */
function projectOf(content: string): string {
  const real = resolve(content);
  return real === resolve('.') || isIn(real, resolve('.')) ? '.' : (findProject(content) ?? content);
}
