/** The path and query of a target in absolute form, which every server must accept (RFC 9112 section 3.2.2). */
export function toOriginForm(target: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
