import { toArticleAddress } from '../../../../src/core/links.ts';
import type { ServiceInfo } from '../service-info.ts';
import type { Description } from './tables.ts';

/** All that the page for people, its Markdown and `llms.txt` say; nothing of the articles, so that no scheduled one shows. */
export interface PageFacts {
  /** Scheme and authority, without a trailing slash. */
  site: string;
  info: ServiceInfo;
  /** What `openapi.json` holds: parameters, responses, headers and schemas come from there. */
  description: Description;
  /** Whether the HTML of authors is served as written. */
  trustedHtml: boolean;
  /** Chapters of Galley's guide that are among the articles. */
  chapters: readonly Chapter[];
}

interface Chapter {
  title: string;
  about: string;
  slug: string;
  /** The address that a browser opens; null where only the API serves the chapter, which needs a key. */
  page: string | null;
}

/** Chapters of Galley's guide for readers of an API. Id and slug together identify one. */
const guide = [
  [6, 'reading-the-api', 'Reading the API', 'the two calls, every parameter, and what an article holds'],
  [7, 'crawling-without-gaps', 'Crawling without gaps', 'a copy that stays up to date, in full, and what that costs'],
  [8, 'caching', 'Caching', 'entity tags, and what may be kept where'],
  [9, 'keys', 'Keys', 'how to handle one, and what to do when it got out'],
  [5, 'markdown-and-html', 'Markdown, and the HTML you may mix in', 'what the bodies of articles may hold'],
] as const;

/** When the newest of them was published, in seconds. */
const guideDate = Date.UTC(2026, 8, 27, 8) / 1000;

/**
 * The chapters that are among the articles and as old as the guide: one that somebody put off until later is not named, since
 * what names it knows no clock. Every copy of the guide has the same, so naming one reveals nothing of the content.
 * `articleUrl` is the address of an article for a browser, or in the API.
 */
export function findChapters(
  articles: Iterable<{ id: number; slug: string; publishAt: number }>,
  { site, articleUrl }: { site: string; articleUrl: string },
): Chapter[] {
  const slugs = new Map<number, string>(guide.map(([id, slug]) => [id, slug]));
  const there = new Set<string>();
  for (const { id, slug, publishAt } of articles) {
    if (slugs.get(id) === slug && publishAt <= guideDate) there.add(slug);
  }
  return guide
    .filter(([, slug]) => there.has(slug))
    .map(([, slug, title, about]) => {
      const address = toArticleAddress({ site, articleUrl }, slug);
      const isPage = /^https?:/.test(address) && !address.startsWith(`${site}/api/`);
      return { slug, title, about, page: isPage ? address : null };
    });
}
