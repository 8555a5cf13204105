/** What stands between braces behind a heading, a block or a link. */
export interface AttributeList {
  id: string | null;
}

/**
 * The attributes of `{#id .class key=value}`; null for braces that hold something else. With a colon, as kramdown writes it, names may
 * stand there too.
 */
export function readAttributeList(braces: string): AttributeList | null {
  const inner = braces.slice(1, -1).trim();
  const id = commentId.exec(inner)?.[1];
  if (id !== undefined) return { id };
  const isKramdown = inner.startsWith(':');
  const list = isKramdown
    ? inner
        .slice(1)
        .replace(/^[\w-]+:/, '')
        .trim()
    : inner;
  let found: string | null = null;
  let count = 0;
  let from = 0;
  for (const { 0: whole, 1: ownId, 2: name, index } of list.matchAll(part)) {
    if (name !== undefined && !isKramdown) return null;
    found = ownId ?? found;
    from = index + whole.length;
    count++;
  }
  return from === list.length && (count > 0 || isKramdown) ? { id: found } : null;
}

const commentId = /^\/\*\s*#?([\p{L}\p{N}_.-]+)\s*\*\/$/u;

const part =
  /(?:#([\p{L}\p{N}_.:-]+)|\.[\p{L}_-][\p{L}\p{N}_:-]*|[A-Za-z_:@][\w:.-]*=(?:"[^"]*"|'[^']*'|[^\s"'{}]+)|([A-Za-z][\w-]*))(?:\s+|$)/guy;
