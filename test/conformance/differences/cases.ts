/** The sections of the suite that differences are about. */
const sections = {
  line: 'RFC 9112 section 3, request line',
  version: 'RFC 9112 section 2.3, version',
  host: 'RFC 9112 section 3.2, target and Host',
  fields: 'RFC 9112 section 5, fields',
  bodies: 'RFC 9112 section 6, bodies: never read, and never taken for the next request',
  connection: 'One connection',
  open: 'Open, without a key',
  article: 'GET /articles/{article}',
  caching: 'Caching and representation',
  markdown: 'Markdown',
  errors: 'Errors',
  damage: 'After damage',
  cors: 'CORS',
};

/** Titles of cases by section, with bars between them. */
export type Titles = Partial<Record<keyof typeof sections, string>>;

/** Names of cases, as the suite prints them. */
export function cases(titles: Titles): string[] {
  return Object.entries(titles).flatMap(([section, text]) => {
    const names = text.split('|').map((title) => title.trim());
    return names.map((title) => `${sections[section as keyof Titles]}: ${title}`);
  });
}

/** What nearly every HTTP server refuses itself, before Galley is asked. */
const malformed = cases({
  host: 'two Hosts | twice the same Host | absolute form and no Host | no Host',
  line: `
    DEL in the target | GET * | HEAD * | no method | a method that is no token | a space before it |
    a tab instead of a space | words | a word | a method alone | TLS | no slash | a query alone | * and more |
    a null byte in the target | a control character in the target | a carriage return in the target |
    a backslash in the target`,
  version: 'HTTP/1.2 | HTTP/2 | HTTP/9.9 | HTTP/1.11 | HTTP/1.1 and more | small letters | another protocol',
  fields: `
    a line that goes on | a space before the colon | a key with a space before the colon | no colon | no name |
    a name that is no token | a bare carriage return | a null byte | a null byte in the key`,
  bodies: `
    both lengths | both, the other way round | two lengths | a list of lengths | a length with a plus |
    a negative length | an empty length | a length in hexadecimal | chunked twice | chunked with a vertical tab`,
  connection: 'nonsense behind a good one',
});

/** What a server refuses of that, and what else. */
export function refused({ not = {}, also = {} }: { not?: Titles; also?: Titles }): string[] {
  const accepted = cases(not);
  return [...malformed.filter((name) => !accepted.includes(name)), ...cases(also)];
}
