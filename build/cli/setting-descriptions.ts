import type { Config } from './config.ts';

export interface SettingDescription {
  /** One sentence, in Markdown. */
  text: string;
  /** Lines of `galley.config.yaml`: each is one way to write the setting. */
  examples: readonly string[];
  /** What holds where the setting is absent and its value in the schema does not say it. */
  byDefault?: string;
}

/** What each setting is for. The guide's page on the configuration is made from this and from the schemas. */
export const settingDescriptions: Readonly<Record<keyof Config, SettingDescription>> = {
  site: {
    text: 'Scheme and host under which readers reach the API.',
    examples: ['site: https://articles.example.com'],
    byDefault: '`http://` with `host` and `port`',
  },
  content: {
    text: 'The folder of Markdown, or several folders that make one release.',
    examples: ['content: content', 'content: [blog, docs/news]'],
    byDefault: '`content`',
  },
  out: { text: 'The folder of the release.', examples: ['out: public'] },
  keep: {
    text: 'How many hours a release stays after the next one, and how many releases stay whole.',
    examples: ['keep: {hours: 24, releases: 100}', 'keep: {hours: 1}'],
  },
  host: { text: 'The address on which `serve` listens.', examples: ['host: 0.0.0.0'] },
  port: { text: 'The port on which `serve` listens; 0 picks a free one.', examples: ['port: 8080'] },
  workers: { text: 'How many processes `serve` uses.', examples: ['workers: 4'] },
  keys: { text: 'The file that holds the digests of the keys.', examples: ['keys: /etc/galley/keys.json'] },
  rateLimit: {
    text: 'How many requests each key may send in so many seconds.',
    examples: ['rateLimit: {requests: 600, seconds: 60}'],
    byDefault: 'no limit',
  },
  nginxCache: {
    text: 'How many seconds an nginx that checks keys itself may keep a response.',
    examples: ['nginxCache: {seconds: 5}'],
    byDefault: 'not at all',
  },
  cors: {
    text: 'Origins whose pages may read the API.',
    examples: [
      'cors: https://app.example.com',
      "cors: [https://app.example.com, 'http://localhost:3000']",
      "cors: '*'",
    ],
    byDefault: 'none',
  },
  metrics: {
    text: 'The address at which `serve` and `start` give metrics to Prometheus, at `/metrics`.',
    examples: ['metrics: 127.0.0.1:9464', 'metrics: 9464', 'metrics: {address: 127.0.0.1:9464, scheduled: true}'],
    byDefault: 'nowhere',
  },
  fastPath: {
    text: 'Whether Galley reads plain GET requests itself, instead of the HTTP parser of Node.',
    examples: ['fastPath: false'],
  },
  articleUrl: {
    text: 'The address that a link to another article becomes; `{slug}` stands for the slug.',
    examples: ['articleUrl: https://www.example.com/blog/{slug}'],
  },
  trustedHtml: {
    text: 'Whether HTML that authors write is served as it is, scripts included.',
    examples: ['trustedHtml: true'],
  },
  invalid: {
    text: 'Whether a file with an error stops the build, or is skipped.',
    examples: ['invalid: skip'],
  },
  exclude: {
    text: 'Globs of files in the content folder that are not content.',
    examples: ['exclude: archive/**', 'exclude: [archive/**, README.md]'],
    byDefault: 'none',
  },
  dialects: {
    text: 'Turns how another program writes on or off, whatever the content folder holds.',
    examples: ['dialects: {obsidian: false}'],
    byDefault: 'what is detected',
  },
  frontMatter: {
    text: 'Further names under which fields of front matter are read.',
    examples: ['frontMatter: {title: heading, header_image: [extra.thumbnail, images]}'],
    byDefault: 'none',
  },
  timeZone: {
    text: 'The time zone of dates that name none, by its IANA name.',
    examples: ['timeZone: Europe/Vienna'],
  },
  gitDates: {
    text: 'Whether dates that neither front matter nor path gives come from the history in git.',
    examples: ['gitDates: true'],
  },
  maxFileSize: {
    text: 'The size of the largest Markdown file that is read, in bytes.',
    examples: ['maxFileSize: 1000000'],
  },
  title: { text: 'The name of the API, on the page at `/` and in `/openapi.json`.', examples: ['title: Example News'] },
  contact: {
    text: 'Whom readers of the API can ask, on that page and in that description.',
    examples: ['contact: {name: Editors, email: api@example.com}', 'contact: {url: https://example.com/help}'],
    byDefault: 'none',
  },
  editor: {
    text: 'The address that opens a problem in your editor, from the page of `galley dev`.',
    examples: [
      'editor: cursor://file{path}:{line}:{column}',
      'editor: zed://file{path}:{line}:{column}',
      'editor: idea://open?file={path}&line={line}&column={column}',
      'editor: vscode://vscode-remote/wsl+Ubuntu{path}:{line}:{column}',
    ],
  },
  color: { text: 'The colour of the page at `/`.', examples: ['color: "#0a6cff"', 'color: "#06f"'] },
};
