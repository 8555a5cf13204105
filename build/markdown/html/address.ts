/** Schemes that an address may have where it runs nothing and shows nothing: links may do more than images. */
export const safeSchemes = {
  link: ['http', 'https', 'mailto', 'tel'],
  image: ['http', 'https'],
} as const;

/** An address as a browser reads it: nothing invisible around or inside it, its scheme in lower case. */
export function cleanAddress(address: string): string {
  // URL standard, "basic URL parser": C0 controls and spaces at the ends, tabs and line ends everywhere.
  const text = address.replace(/[\t\n\r]/g, '');
  let [start, end] = [0, text.length];
  while (start < end && (text[start] ?? '') <= ' ') start++;
  while (end > start && (text[end - 1] ?? '') <= ' ') end--;
  const bare = text.slice(start, end);
  const scheme = schemeOf(bare);
  return scheme === null ? bare : scheme + bare.slice(scheme.length);
}

/** Whether a cleaned address may stand in published HTML. */
export function isSafeAddress(address: string, kind: keyof typeof safeSchemes): boolean {
  const scheme = schemeOf(address);
  return scheme === null || (safeSchemes[kind] as readonly string[]).includes(scheme);
}

/** Whether an address leads to a place of this site: no scheme, no other host, no mere fragment. */
export function isLocalAddress(address: string): boolean {
  return address !== '' && !address.startsWith('#') && !/^[/\\]{2}/.test(address) && schemeOf(address) === null;
}

/** As the URL standard has it ("scheme start state"), in lower case, without the colon; null for none. */
function schemeOf(address: string): string | null {
  return /^[a-z][a-z0-9+.-]*(?=:)/i.exec(address)?.[0].toLowerCase() ?? null;
}
