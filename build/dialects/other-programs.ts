import type { Sign } from './dialect.ts';
import { needsPackage } from './needs-package.ts';

/** Programs that hide files by rules that are not read here, as people call them, and what shows them. */
export const otherPrograms: readonly (readonly [title: string, ...signs: Sign[]])[] = [
  ['Antora', 'antora.yml', 'antora-playbook.{yml,yaml,json,toml}'],
  ['Bridgetown', 'bridgetown.config.{yml,yaml}', ['Gemfile', /["']bridgetown["']/]],
  ['Cobalt', '_cobalt.yml'],
  ['Content Collections', 'content-collections.{ts,js,mjs}', needsPackage('@content-collections/core')],
  ['Dendron', 'dendron.{yml,code-workspace}'],
  ['Docsify', ['index.html', /\bdocsify(?:[@/.]|$)/im], needsPackage('docsify-cli')],
  ['Foam', '.foam', ['.vscode/extensions.json', /\bfoam\.foam-vscode\b/]],
  ['Fumadocs', needsPackage('fumadocs-(?:core|mdx|ui)')],
  ['GitBook', '.gitbook.{yaml,yml}', 'book.{json,js}'],
  ['Ghost', '*.ghost.*.json'],
  ['Grav', 'bin/grav', 'bin/gpm', 'user/accounts'],
  ['Gridsome', 'gridsome.config.{js,ts}'],
  ['Hakyll', ['{site.hs,*.cabal,package.yaml}', /\bhakyll\b/i]],
  ['HonKit', needsPackage('honkit')],
  ['Jigsaw', ['composer.json', /"tightenco\/jigsaw"/]],
  ['Jupyter Book', '_toc.yml', 'jupyter-book.yml'],
  ['Lektor', '*.lektorproject'],
  ['Logseq', 'logseq/config.edn'],
  ['Lume', ['_config.{ts,js}', /\blume\b/], ['{deno.json,deno.jsonc,import_map.json}', /"lume\/?"/]],
  ['mdBook', 'book.toml'],
  ['mdsvex', ['svelte.config.{js,ts}', /\bmdsvex\b/], needsPackage('mdsvex')],
  ['Metalsmith', 'metalsmith.{json,js}', needsPackage('metalsmith')],
  ['Middleman', ['Gemfile', /["']middleman["']/]],
  ['Mintlify', 'mint.json', ['docs.json', /mintlify/]],
  ['MyST', 'myst.{yml,yaml}'],
  ['nanoc', 'nanoc.yaml'],
  ['Nextra', needsPackage('nextra'), ['next.config.{js,mjs,ts}', /["']nextra["']/]],
  ['Nuxt Content', needsPackage('@nuxt/content'), ['{nuxt,content}.config.{ts,js,mjs}', /@nuxt\/content/]],
  ['Publish', ['Package.swift', /\bPublish\b/]],
  ['Quarto', '_quarto.{yml,yaml}'],
  ['Retype', 'retype.{yml,yaml,json}'],
  ['Rspress', 'rspress.config.{ts,js,mjs,cjs}'],
  ['Sculpin', ['composer.json', /"sculpin\/sculpin"/]],
  ['Soupault', 'soupault.toml'],
  ['Sphinx', ['conf.py', /^extensions\b/m]],
  ['Statamic', ['composer.json', /"statamic\/cms"/]],
  ['Vocs', 'vocs.config.{ts,tsx,js}'],
  ['Zensical', 'zensical.toml'],
];

/** Of these, those in which a number and a full stop in front of a name give files their order: `2.name.md`. */
export const orderingPrograms: readonly string[] = ['Grav', 'Nuxt Content'];
