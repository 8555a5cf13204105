import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A site for Hugo that writes what Galley does: an article's JSON once by itself and once in a page of 100. Hugo is
 * given all that makes it quick: nothing else to write, no colouring of code, and each article set once.
 */
const files: Readonly<Record<string, string>> = {
  'config.toml': `
baseURL = "https://articles.example.com/"
title = "Articles"
paginate = 100
disableKinds = ["taxonomy", "term", "section", "RSS", "sitemap", "robotsTXT", "404"]
[outputs]
home = ["JSON"]
page = ["JSON"]
[markup.highlight]
codeFences = false
`,
  'layouts/partials/article.json': `
{{- $date := .Date.UTC.Format "2006-01-02T15:04:05Z" -}}
{{- dict
  "id" .Params.id
  "slug" .File.ContentBaseName
  "excerpt" .Params.excerpt
  "title" .Title
  "meta_title" .Title
  "meta_description" .Params.excerpt
  "html" .Content
  "markdown" .RawContent
  "header_image_url" .Params.header_image
  "publish_at" $date
  "published_at" $date
  "updated_at" nil
| jsonify (dict "noHTMLEscape" true) -}}
`,
  'layouts/_default/single.json': '{{ partialCached "article.json" . .File.Path }}',
  'layouts/index.json':
    '{"data":[{{ range $place, $page := (.Paginate site.RegularPages).Pages }}{{ if $place }},{{ end }}' +
    '{{ partialCached "article.json" $page $page.File.Path }}{{ end }}]}',
};

export async function writeHugoSite(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** Throws where Hugo has not written every article, and every page of them, with its HTML and its Markdown. */
export async function checkHugoSite(folder: string, count: number): Promise<void> {
  const out = join(folder, 'public');
  const names = await readdir(out, { recursive: true });
  const pages = names.filter((name) => /^(?:page\/\d+\/)?index\.json$/.test(name));
  const articles = names.filter((name) => name.endsWith('index.json') && !pages.includes(name));
  let shown = 0;
  for (const name of pages) {
    const { data } = JSON.parse(await readFile(join(out, name), 'utf8')) as { data: unknown[] };
    for (const article of data) check(article, name);
    shown += data.length;
  }
  for (const name of articles) check(JSON.parse(await readFile(join(out, name), 'utf8')), name);
  if (articles.length === count && shown === count) return;
  throw new Error(`Hugo wrote ${articles.length} articles, and ${shown} in pages, of ${count}.`);
}

function check(article: unknown, name: string): void {
  const { title, html, markdown } = article as Record<string, string>;
  if (html?.includes('<h1') && html.includes(`${title}</h1>\n`) && markdown?.startsWith(`# ${title}\n`)) return;
  throw new Error(`Hugo wrote an article without its HTML or Markdown into ${name}.`);
}
