import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pagePath, pointerPath, tablePath } from '../../../src/core/format.ts';
import type { ReleasePlan } from '../layout/plan-release.ts';
import type { PlannedArticle } from '../layout/planned-article.ts';
import { draftFolder, writeFiles } from './write-files.ts';
import type { MissingPage } from './written.ts';

/** A release that is compared with another, and not served. */
export interface Trial {
  /** Where it goes. */
  directory: string;
  /** Names of pages that the other has, and that are not written. */
  pages: ReadonlySet<string>;
}

/** Writes of a release what a comparison reads: no pointer, no page, no gzip form, and no article by itself. */
export async function writeTrial<T extends PlannedArticle>(
  { directory, pages }: Trial,
  plan: ReleasePlan<T>,
  writePages: (missing: readonly MissingPage<T>[]) => Promise<void>,
): Promise<void> {
  for (const name of [draftFolder, 'pages', 'lookup']) mkdirSync(join(directory, name), { recursive: true });
  const missing = plan.pages.filter(({ name }) => !pages.has(name));
  await writePages(missing.map((page) => ({ page, wanted: new Set([pagePath(page.name), tablePath(page.name)]) })));
  const files = plan.files.filter(({ path }) => path !== pointerPath && !path.startsWith('open/'));
  for (const { path, bytes } of files) await writeFiles(directory, [{ path, bytes: bytes() }], false);
}
