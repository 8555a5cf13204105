/** Lower-case hexadecimal SHA-256 of the UTF-8 of a text, by Web Crypto. */
export async function webSha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
