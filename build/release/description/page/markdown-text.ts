import type { Contact } from '../service-info.ts';

/** Plain text of one line as Markdown that renders to just that text, at the start of a line, too. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&#|~!:@$=+-]/g, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')
    .replace(/(www)\./gi, '$1\\.');
}

/** Where to get a key, and whom to ask, in Markdown. */
export function toContact({ name, url, email }: Contact): string {
  const who = escapeMarkdown(name ?? 'the operator of this API');
  const addresses = [
    ...(url === undefined ? [] : [link(new URL(url).href.replace(/\/$/, ''), new URL(url).href)]),
    ...(email === undefined ? [] : [link(email, `mailto:${email}`)]),
  ];
  return `Ask ${who} for one${addresses.length === 0 ? '' : `: ${addresses.join(', ')}`}`;
}

function link(text: string, address: string): string {
  return `[${escapeMarkdown(text)}](<${address.replace(/[\\<>]/g, encodeURIComponent)}>)`;
}

/** A block of code; what is no text is written as JSON. */
export function fence(language: string, content: unknown): string {
  return `\`\`\`${language}\n${typeof content === 'string' ? content : JSON.stringify(content, null, 2)}\n\`\`\``;
}
