/**
 * A text of bytes: one character for each. In steps, because the arguments of a call are limited in number; spread,
 * they take seven times as long.
 */
export function textOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192)
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(i, i + 8192));
  return text;
}

/** JSON whose length in characters is its length in bytes. */
export function toAsciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What a part of an address stands for; null where its percent-encoding is invalid. */
export function decodePercent(text: string): string | null {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return null;
  }
}

/** The same the other way; halves of surrogate pairs stand for no character. */
export function encodePercent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
