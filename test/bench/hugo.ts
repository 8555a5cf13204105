import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import { writeFiles } from './write-files.ts';

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

export const writeHugoSite = (folder: string): Promise<void> => writeFiles(folder, files);

/** Seconds of Hugo, and the same with those of gzip, which compresses each of its files and keeps it. */
export async function runHugo(command: string, site: string, content: string, cores: number) {
  await rm(join(site, 'public'), { recursive: true, force: true });
  const { seconds } = await runProgram(command, ['--contentDir', content], site);
  const compress = `find public -name '*.json' -print0 | xargs -0 -n 100 -P ${cores} gzip -6 -k`;
  const gzip = await runProgram('sh', ['-c', compress], site);
  return { seconds, withGzip: seconds + gzip.seconds };
}
