/**
 * Whether a text is the host, and the port where one is given, of an http address: `uri-host [":" port]` of RFC 9110
 * section 7.2, with RFC 3986 section 3.2.2. Without userinfo or path; the host may not be empty (RFC 9110 section
 * 4.2.1). A comma is refused, though RFC 3986 allows it: a proxy joins two fields with one.
 */
export function isHost(text: string): boolean {
  const [, address, port = ''] = hostAndPort.exec(text) ?? [];
  if (address === undefined || Number(port) > 65_535) return false;
  if (!address.startsWith('[')) return true;
  const literal = address.slice(1, -1);
  return futureAddress.test(literal) || isIpv6(literal);
}

const hostAndPort = /^(\[[\da-z:.!$&'()*+;=_~-]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::(\d*))?$/i;

const futureAddress = /^v[\da-f]+\.[\w.~!$&'()*+;=:-]+$/i;

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** RFC 3986: eight groups of 16 bits, the last two perhaps as IPv4; `::` stands once for one group or more of zeros. */
function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  if (last.includes('.')) {
    if (!ipv4.test(last) || text.endsWith('::')) return false;
    groups.splice(-1, 1, '0', '0');
  }
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}
