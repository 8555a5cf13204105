import { join } from 'node:path';
import { namesAtTop, readSettings } from '../source/content-folders.ts';

/** Whether the settings of a site generator in a folder say that each line of a paragraph breaks at its end. */
export function setsLineBreaks(folder: string): boolean {
  return ['', '.vitepress', '.vuepress', 'config/_default'].some((part) =>
    Array.from(namesAtTop(join(folder, part))).some(
      (name) => settingsName.test(name) && setting.test(readSettings(join(folder, part, name))),
    ),
  );
}

const settingsName = /^(?!galley\.)(?:mkdocs|hugo|markup|\.eleventy|.*config)\.(?:[cm]?[jt]s|toml|ya?ml)$/;

/** Of markdown-it, marked, Goldmark and kramdown; extensions of Python-Markdown, remark and Quartz. In no comment. */
const setting =
  /^(?![ \t]*(?:\/\/|#|\*)).*(?:\b(?:breaks|hardWraps|hard_wrap)["']?[ \t]*[:=][ \t]*true\b|-[ \t]*["']?(?:[\w.]+\.)?nl2br\b|\bremark-breaks\b|\bHardLineBreaks\()/m;
