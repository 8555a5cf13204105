import { escapeAttribute } from './escape-html.ts';

/** A player of HTML that stands for an image of Markdown whose address is that of audio or video; null for other addresses. */
export function toPlayer(address: string, label = '', title = ''): string | null {
  const [, video, audio] = played.exec(address) ?? [];
  if (video === undefined && audio === undefined) return null;
  const name = video === undefined ? 'audio' : 'video';
  return `<${name} controls src="${escapeForCell(address)}"${toAttribute('aria-label', label)}${toAttribute('title', title)}></${name}>`;
}

/** Whether a text can hold the address of audio or video; quickly excludes most texts. */
export function mayHavePlayer(text: string): boolean {
  return /\.(?:mp[34]|m4[av]|webm|og[gva]|mov|aac|opus|flac|wav)/i.test(text);
}

const played = /^[^?#]*\.(?:(mp4|m4v|webm|ogv|mov)|(mp3|m4a|aac|ogg|oga|opus|flac|wav))(?:[?#]|$)/i;

function toAttribute(name: string, value: string): string {
  return value === '' ? '' : ` ${name}="${escapeForCell(value)}"`;
}

/** In a table, or after a backtick, these would not be part of the value; nor a line end in a quote. */
export function escapeForCell(value: string): string {
  return escapeAttribute(value.replace(/\s+/g, ' ')).replace(/[|`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
