/** A text of bytes: one character for each. In steps, because the arguments of a call are limited in number. */
export function textOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}
