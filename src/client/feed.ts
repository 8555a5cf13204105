import type { Article } from '../client.ts';

/**
 * An article without its Markdown. Authors, tags and the language are in `details`; without `html`, a feed has the
 * excerpt alone.
 */
export type FeedArticle = Omit<Article, 'html' | 'markdown' | 'meta_title' | 'meta_description'> & {
  html?: string | undefined;
};

/** What a sitemap needs of a website. */
export interface SitemapOptions {
  /** Address of its first page, such as `https://www.example.com/`. All other addresses are relative to it. */
  site: string;
  /** The address of an article's page; its slug by default. */
  address?: ((article: FeedArticle) => string) | undefined;
}

/** What a feed needs of a website. */
export interface FeedOptions extends SitemapOptions {
  /** The address of the feed. */
  self: string;
  title: string;
  /** `title` by default. */
  description?: string | undefined;
  /** A language tag, such as `de` or `pt-BR`. */
  language?: string | undefined;
  /** Who wrote articles that name nobody; `title` by default. */
  author?: string | undefined;
}

/**
 * RSS 2.0 of all these articles, for `application/rss+xml`. Throws a `TypeError` where an address is none, as the next
 * three do.
 */
export function toRss(articles: readonly FeedArticle[], options: FeedOptions): string {
  const feed = toFeed(articles, options);
  const channel = [
    leaf('title', feed.title),
    leaf('link', feed.home_page_url),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: feed.feed_url }),
    leaf('description', feed.description),
    leaf('language', feed.language),
    ...feed.items.map((item) =>
      element('item', {}, [
        leaf('title', item.title),
        leaf('link', item.url),
        leaf('guid', item.id, { isPermaLink: 'false' }),
        leaf('pubDate', new Date(item.date_published).toUTCString()),
        ...item.authors.map(({ name }) => leaf('dc:creator', name)),
        ...item.tags.map((tag) => leaf('category', tag)),
        // Readers take it for HTML.
        leaf('description', escapeXml(item.summary)),
        leaf('content:encoded', item.content_html),
        toThumbnail(item.image),
      ]),
    ),
  ];
  const content = 'http://purl.org/rss/1.0/modules/content/';
  const namespaces = { 'xmlns:atom': atom, 'xmlns:content': content, 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' };
  const rss = { version: '2.0', ...namespaces, 'xmlns:media': media };
  return declaration + element('rss', rss, [element('channel', {}, channel)]);
}

/** Atom 1.0 (RFC 4287), for `application/atom+xml`. */
export function toAtom(articles: readonly FeedArticle[], options: FeedOptions): string {
  const { items, ...feed } = toFeed(articles, options);
  const toAuthor = ({ name, url }: { name: string; url?: string | null }): string =>
    element('author', {}, [leaf('name', name), leaf('uri', url)]);
  const times = items.map((item) => item.date_modified).sort();
  const children = [
    leaf('title', feed.title),
    leaf('subtitle', feed.description),
    element('link', { href: feed.home_page_url }),
    element('link', { rel: 'self', type: 'application/atom+xml', href: feed.feed_url }),
    leaf('id', feed.feed_url),
    leaf('updated', times.at(-1) ?? '1970-01-01T00:00:00Z'),
    ...feed.authors.map(toAuthor),
    ...items.map((item) =>
      element('entry', { 'xml:lang': item.language }, [
        element('title', {}, [escapeXml(item.title)]),
        element('link', { href: item.url }),
        leaf('id', item.id),
        leaf('published', item.date_published),
        leaf('updated', item.date_modified),
        ...item.authors.map(toAuthor),
        ...item.tags.map((term) => element('category', { term })),
        leaf('summary', item.summary),
        leaf('content', item.content_html, { type: 'html' }),
        toThumbnail(item.image),
      ]),
    ),
  ];
  return declaration + element('feed', { xmlns: atom, 'xmlns:media': media, 'xml:lang': feed.language }, children);
}

/** JSON Feed 1.1, for `application/feed+json`. */
export function toJsonFeed(articles: readonly FeedArticle[], options: FeedOptions): string {
  const { items, ...feed } = toFeed(articles, options);
  const filled = items.map((item) => (item.content_html ? item : { ...item, content_text: item.summary }));
  return JSON.stringify({ ...feed, items: filled }, (name, value) => {
    if (value === null || (value === '' && name !== 'content_text')) return undefined;
    return typeof value === 'string' ? toAllowed(value) : value;
  });
}

/**
 * A sitemap (sitemaps.org 0.9) of the first page and of these articles, for `application/xml`. Throws a `RangeError`
 * beyond 50,000 addresses or 50 MiB: make several of parts of the articles.
 */
export function toSitemap(articles: readonly FeedArticle[], options: SitemapOptions): string {
  const heads = articles.map((article) => ({ ...article, html: '' }));
  const { home_page_url, items } = toFeed(heads, { ...options, self: '', title: '' });
  const urls = [
    leaf('loc', home_page_url),
    ...items.map((item) => leaf('loc', item.url) + leaf('lastmod', item.date_modified)),
  ];
  const children = urls.map((url) => element('url', {}, [url]));
  const sitemap = declaration + element('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, children);
  // All of it is ASCII: a character is a byte.
  if (urls.length > 50_000 || sitemap.length > 50 * 2 ** 20)
    throw new RangeError(
      `${urls.length} addresses of ${sitemap.length} bytes: a sitemap holds 50,000 and 50 MiB. Make several.`,
    );
  return sitemap;
}

/** What the formats say, in the words of JSON Feed. */
function toFeed(articles: readonly FeedArticle[], options: FeedOptions) {
  const { site, address = ({ slug }) => slug, self, title, description = title, language, author = title } = options;
  const home = new URL(site).href;
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: new URL(self, home).href,
    description,
    language,
    authors: [{ name: author }],
    items: articles.map((article) => {
      const { id, header_image_url, publish_at, published_at, updated_at, details } = article;
      const url = new URL(address(article), home).href;
      return {
        // Without the slug, which may change.
        id: `${home}#${id}`,
        url,
        title: article.title,
        summary: article.excerpt,
        content_html: withWholeAddresses(article.html ?? '', url),
        image: header_image_url,
        date_published: published_at ?? publish_at,
        date_modified: updated_at ?? published_at ?? publish_at,
        authors: details?.author_details ?? details?.authors.map((name) => ({ name })) ?? [],
        tags: details?.tags ?? [],
        language: details?.language,
      };
    }),
  };
}

/** Safe HTML whose addresses are not relative to its page. */
function withWholeAddresses(html: string, page: string): string {
  const toWhole = (address: string): string =>
    /^[a-z][a-z\d+.-]*:/i.test(address) || !URL.canParse(address, page) ? address : new URL(address, page).href;
  // In a set, an address stands first or after a comma.
  const toWholeSet = (set: string): string =>
    set.replace(/((?:^|,)\s*)([^\s,]\S*)(?<!,)/g, (_, before: string, address: string) => before + toWhole(address));
  return html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(
      /(\s(?:cite|href|poster|src|srcset)=)?"([^"]*)"/g,
      (attribute, name: string | undefined, value: string) => {
        if (name === undefined) return attribute;
        return `${name}"${name.endsWith('set=') ? toWholeSet(value) : toWhole(value)}"`;
      },
    ),
  );
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const atom = 'http://www.w3.org/2005/Atom';
const media = 'http://search.yahoo.com/mrss/';

/** Not `enclosure`, which must say how many bytes it has: nobody knows. */
function toThumbnail(image: string | null): string {
  return image === null ? '' : element('media:thumbnail', { url: image });
}

type Attributes = Record<string, string | null | undefined>;

function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const written = Object.entries(attributes).map(([key, value]) => (value ? ` ${key}="${escapeXml(value)}"` : ''));
  return `<${name}${written.join('')}>${children.join('')}</${name}>\n`;
}

/** An element with this text; none without. */
function leaf(name: string, text: string | null | undefined, attributes: Attributes = {}): string {
  return text ? element(name, attributes, [escapeXml(text)]) : '';
}

/** In hexadecimal numbers, as the RSS Advisory Board recommends: some readers take `&lt;` of a title for a tag. */
function escapeXml(text: string): string {
  return toAllowed(text).replace(/[&<>"]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`);
}

/**
 * Without what XML forbids or discourages (XML 1.0, "Char"): control characters, halves of characters, U+FFFE and
 * U+FFFF.
 */
function toAllowed(text: string): string {
  return text.replace(/[^\t\n\r -~\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}
