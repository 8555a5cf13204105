import type { ServiceInfo } from '../service-info.ts';
import type { Description } from './description.ts';

/** All that the page for people, its Markdown and `llms.txt` say; nothing of the articles, so that no scheduled one shows. */
export interface PageFacts {
  /** Scheme and authority, without a trailing slash. */
  site: string;
  info: ServiceInfo;
  /** What `openapi.json` holds: parameters, answers, headers and schemas come from there. */
  description: Description;
  /** Whether the HTML of authors is served as written. */
  trustedHtml: boolean;
  /** Chapters of Galley's guide that are among the articles. */
  chapters: readonly Chapter[];
}

export interface Chapter {
  title: string;
  about: string;
  slug: string;
  /** The address that a browser opens; null where the chapter is an answer of the API alone, which needs a key. */
  page: string | null;
}
