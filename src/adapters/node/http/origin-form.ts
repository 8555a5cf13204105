/** The path and query of a target in absolute form, which every server must accept (RFC 9112 section 3.2.2). */
export function toOriginForm(target: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (origin === undefined) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
