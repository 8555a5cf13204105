import { basename, extname } from 'node:path';
import { assetTypeOf, isShown } from '../../src/core/asset-name.ts';

/** Whether a path has the extension of what a page shows: an image, audio, video, or a text track. */
export function isShownPath(path: string): boolean {
  return isShown(assetTypeOf(path));
}

/**
 * Whether the file at a path may be copied. Never copied, whoever links to it, is what may be a source of a site or
 * hold a secret: files with certain extensions, those without one, hidden ones, and those in hidden folders.
 */
export function isAssetPath(path: string): boolean {
  if (isShownPath(path)) return true;
  const extension = extname(path).toLowerCase();
  if (!/^\.[a-z0-9]{1,12}$/.test(extension) || !/[a-z]/.test(extension) || extensions.has(extension)) return false;
  if (/(?:^|\/)(?:\.(?!\.?\/)|node_modules\/)/.test(path)) return false;
  return extension !== '.json' || !settingsName.test(basename(path));
}

/** Extensions of files that are never copied, as the guide lists them. */
export const sourceExtensions: Readonly<Record<string, string>> = {
  'Texts and templates':
    '.md .mdx .markdown .mdown .mkd .mkdn .mkdown .rmd .qmd .rst .adoc .asciidoc .org .textile .html .htm .xhtml .shtml .mhtml ' +
    '.xml .xsl .xslt .njk .liquid .hbs .handlebars .mustache .ejs .pug .jade .haml .slim .twig .erb .jinja .jinja2 .j2 .tmpl .tpl ' +
    '.template .gohtml .vto .webc',
  'Programs and styles':
    '.js .mjs .cjs .jsx .ts .mts .cts .tsx .map .vue .svelte .astro .css .scss .sass .less .styl .php .phtml .asp .aspx .jsp .cgi ' +
    '.py .rb .pl .lua .go .sh .bash .zsh .fish .ps1 .bat .cmd .vbs',
  Settings:
    '.yml .yaml .toml .ini .cfg .conf .config .cnf .properties .plist .json5 .jsonc .env .lock .lockb .sum .mod .tf .tfstate .tfvars ' +
    '.rc',
  'Keys and passwords': '.pem .p8 .p12 .pfx .ppk .jks .keystore .kdbx .ovpn .gpg .htpasswd .netrc',
  'What programs keep': '.sql .sqlite .sqlite3 .db .dump .log .bak .old .orig .swp .tmp .har',
};

const extensions: ReadonlySet<string> = new Set(Object.values(sourceExtensions).join(' ').split(' '));

/** Whether a path has the extension of a file that is never copied, and that no page of a website has. */
export function isSourcePath(path: string): boolean {
  const extension = extname(path).toLowerCase();
  return extensions.has(extension) && !pages.has(extension);
}

const pages: ReadonlySet<string> = new Set(
  `${sourceExtensions['Texts and templates']} .php .phtml .asp .aspx .jsp .cgi`.split(' '),
);

/** Such as `package.json`, `tsconfig.build.json` and `client_secret_1.json`. */
const settingsName =
  /(?<![a-z])(?:package|lock|shrinkwrap|composer|bower|deno|(?:[jt]s)?config|settings|vercel|firebase|manifest|secrets?|credentials?|service-account|tokens?|keys?)(?![a-z])/i;
