import { escapeAttribute } from './escape-html.ts';

/** A player of HTML that stands for an image of Markdown whose address is that of audio or video; null for other addresses. */
export function toPlayer(address: string, label = '', title = ''): string | null {
  const [, video, audio] = played.exec(address) ?? [];
  if (video === undefined && audio === undefined) return null;
  const name = video === undefined ? 'audio' : 'video';
  return `<${name} controls="" src="${escapeAttribute(address)}"${toAttribute('aria-label', label)}${toAttribute('title', title)}></${name}>`;
}

const played = /^[^?#]*\.(?:(mp4|m4v|webm|ogv|mov)|(mp3|m4a|aac|ogg|oga|opus|flac|wav))(?:[?#]|$)/i;

function toAttribute(name: string, value: string): string {
  return value === '' ? '' : ` ${name}="${escapeAttribute(value.replace(/\s+/g, ' '))}"`;
}
