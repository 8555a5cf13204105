import type { Case } from './case.ts';
import { casesOfArticles } from './cases/articles.ts';
import { casesOfCaching } from './cases/caching.ts';
import { casesOfCodings } from './cases/codings.ts';
import { casesOfCrawls } from './cases/crawls.ts';
import { casesOfCrossOrigin } from './cases/cross-origin.ts';
import { casesOfErrors } from './cases/errors.ts';
import { casesOfFields } from './cases/fields.ts';
import { casesOfHiddenFiles } from './cases/hidden-files.ts';
import { casesOfHostileRequests } from './cases/hostile.ts';
import { casesOfKeys } from './cases/keys.ts';
import { casesOfLists } from './cases/lists.ts';
import { casesOfMarkdown } from './cases/markdown.ts';
import { casesOfMedia } from './cases/media.ts';
import { casesOfOpenFiles } from './cases/open-files.ts';
import { casesOfOtherMethods } from './cases/other-methods.ts';
import { casesOfReaders } from './cases/readers.ts';
import type { Fixture } from './fixture.ts';

const sections = [
  ...[casesOfLists, casesOfArticles, casesOfCrawls, casesOfReaders, casesOfFields, casesOfErrors, casesOfKeys],
  ...[casesOfCaching, casesOfCodings, casesOfMarkdown, casesOfOtherMethods, casesOfCrossOrigin],
  ...[casesOfOpenFiles, casesOfMedia, casesOfHiddenFiles, casesOfHostileRequests],
];

/** Every line of the HTTP interface, as requests and the responses to them. */
export function toCases(fixture: Fixture): Case[] {
  return sections.flatMap((toOwn) => toOwn(fixture));
}
