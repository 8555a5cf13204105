import * as z from 'zod/mini';

/** What a message expects of a setting that is true or false. */
export const yesOrNo = 'Expected true or false.';

/** A text with at least one character. */
export const nonEmpty = z.string().check(z.minLength(1));

/** A line for people to read. */
export const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^\P{Cc}*$/u));

/** A whole number, or its digits as an option gives them. */
export function wholeNumber(min: number, max: number) {
  return z.pipe(
    z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))]),
    z.int().check(z.gte(min), z.lte(max)),
  );
}

/** One text or a list of them. */
export function oneOrMore(text: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.union([text, z.array(text)]),
    z.transform((given: string | string[]) => [given].flat()),
  );
}

/** `HOST:PORT`, with an IPv6 address in brackets; a port alone is one of this machine. */
export function parseAddress(text: string): { host: string; port: number } | null {
  const [, bracketed, name, digits] = /^(?:(?:\[([\da-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  const number = Number(digits ?? Number.NaN);
  return number <= 65_535 ? { host: bracketed ?? name ?? '127.0.0.1', port: number } : null;
}

/**
 * Whether an address has `{slug}`, and leads browsers to a page: that of another scheme may run a script, or start a
 * program.
 */
export function isArticleUrl(text: string): boolean {
  const site = 'https://a.example';
  const address = text.replaceAll('{site}', site).replaceAll('{slug}', 'a');
  const isPage = URL.canParse(address, site) && /^https?:$/.test(new URL(address, site).protocol);
  return text.includes('{slug}') && isPage;
}

/** Whether a text is scheme, host and port alone. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return `${url.pathname}${url.search}${url.hash}${url.username}${url.password}` === '/';
}

/** As browsers write it. */
export function toOrigin(text: string): string {
  return isOrigin(text) ? new URL(text).origin : text;
}
