/** Elements without content (HTML standard, "void elements"), and the obsolete `param`. */
export const voidElements: ReadonlySet<string> = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr'],
]);

/** Elements that need no end tag: void ones, and those that end with their parent or at the next block. */
export const endless: ReadonlySet<string> = new Set([
  ...voidElements,
  ...['dd', 'dt', 'li', 'option', 'p', 'rp', 'rt', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'],
]);

/** Elements whose end tags leave other elements open (HTML standard, "formatting elements"). */
export const formatting: ReadonlySet<string> = new Set([
  ...['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's', 'small', 'strike', 'strong', 'tt', 'u'],
]);

/** Elements whose content is text, whatever tags seem to stand in it. */
export const textElements: ReadonlySet<string> = new Set([
  ...['iframe', 'noembed', 'noframes', 'plaintext', 'script', 'style', 'textarea', 'title', 'xmp'],
]);
