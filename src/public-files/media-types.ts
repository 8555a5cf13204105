/**
 * The media types of what the build copies, by ending: those of IANA's registry, and what browsers call the rest. A list of all types
 * would be larger than the rest of a bundle for the edge, and the small ones lack `flac`, `ico` and `m4v`.
 */
export const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['apng', 'image/apng'],
  ['svg', 'image/svg+xml'],
  ['ico', 'image/vnd.microsoft.icon'],
  ['bmp', 'image/bmp'],
  ['mp4', 'video/mp4'],
  ['m4v', 'video/x-m4v'],
  ['webm', 'video/webm'],
  ['ogv', 'video/ogg'],
  ['mov', 'video/quicktime'],
  ['mp3', 'audio/mpeg'],
  ['m4a', 'audio/mp4'],
  ['aac', 'audio/aac'],
  ['ogg', 'audio/ogg'],
  ['oga', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['wav', 'audio/wav'],
  ['vtt', 'text/vtt'],
]);
