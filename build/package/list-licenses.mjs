import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licenses of all packages that chunks of the bundler hold, as text. Throws where a package has none. */
export function listLicenses(chunks) {
  const folders = chunks.flatMap(({ moduleIds = [] }) =>
    moduleIds.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []),
  );
  const sections = [...new Set(folders)].map((folder) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)(?:[.-]|$)/i.test(file));
    if (license === undefined) throw new Error(`${name} ${version} names no license, so it cannot be bundled.`);
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    if (texts.length === 0 && license === 'MIT') texts.push(toMit(author.name ?? author));
    if (texts.length === 0) throw new Error(`${name} ${version} has no text of its license, so it cannot be bundled.`);
    return `${name} ${version} (${license})\n\n${texts.join('\n\n')}`.trimEnd();
  });
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `Galley holds these packages.${rule}${sections.sort().join(rule)}\n`;
}

/** The MIT license (https://spdx.org/licenses/MIT) of a package that names its holder alone. */
function toMit(holder) {
  return readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8')
    .trim()
    .replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}
