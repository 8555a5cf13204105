/** Plain data → true or false as people write them, in any case and with or without quotes; null for all else. */
export function toSwitch(value: unknown): boolean | null {
  if (typeof value === 'object') return null;
  const word = String(value).trim().toLowerCase();
  if (['true', 'yes', 'on', '1'].includes(word)) return true;
  if (['false', 'no', 'off', '0'].includes(word)) return false;
  return null;
}
