import { hidesByStyle } from '../markdown/html/hiding.ts';
import type { HiddenKind } from '../markdown/parse/tokens.ts';

/** Why readers see nothing of what has such a list of attributes, which is taken away; null where they see it. */
export function hiddenByList(list: string): HiddenKind | null {
  const [, , style = ''] = /(?:^|[\s{:])style=(["'])(.*?)\1/.exec(list) ?? [];
  const isHidden = /(?:^|[\s{:])hidden(?:=|[\s}]|$)|\.(?:is-)?(?:hidden|hide|d-none|invisible)(?![\w-])/.test(list);
  return isHidden || hidesByStyle(style) ? { name: 'a list of attributes' } : null;
}
