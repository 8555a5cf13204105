/** The bytes that a gzip member holds. Rejects where it is none, or does not hold what its CRC-32 says. */
export async function decompress(zipped: Uint8Array): Promise<Uint8Array> {
  const source = new Blob([zipped as Uint8Array<ArrayBuffer>]).stream();
  return new Uint8Array(await new Response(source.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
}
