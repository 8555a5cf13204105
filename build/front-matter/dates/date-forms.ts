const weekday = '(?:(?<weekday>[a-z]{3,9})\\.?,? )?';
const monthName = '(?<monthName>[a-z]{3,10})\\.?';
const ordinal = '(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.)?';
const seconds = '(?::(?<second>\\d{1,2})(?:[.,]\\d+|:\\d{1,3})?)?';
const clock = `(?<hour>\\d{1,2})(?=:| ?[ap]\\.?m)(?::(?<minute>\\d{1,2})${seconds})?(?: ?(?<half>[ap])\\.?m\\.?)?`;
const zone = '(?: ?(?<zone>(?:utc|gmt|ut)? ?[+-]\\d{1,2}(?::?\\d\\d)?|[a-z]{1,4}|[a-z]+/[a-z_/+-]+))?';
const remark = '(?: ?\\([^()]*\\)| ?\\[[^[\\]]*\\])?';
const time = `(?:(?: ?-?t ?|,? (?:at )?)${clock}${zone}${remark})?`;
const compactTime = `(?:[t ]?(?<hour>\\d\\d):?(?<minute>\\d\\d)(?::?(?<second>\\d\\d)(?:[.,]\\d+)?)?${zone})?`;
const wordsTime =
  '(?: ?(?<hour>\\d{1,2}) ?[:時时点點시] ?(?:(?<minute>\\d{1,2}) ?(?:[:分분] ?(?:(?<second>\\d{1,2}) ?[秒초]?)?)?)?)?';

/**
 * The forms in which dates are written, with the parts of a date as groups: `year`, `month` or `monthName`, `day`, `weekday`,
 * `hour`, `minute`, `second`, `half` of the day, `zone`. They read what `tidyDate` gives.
 */
export const dateForms: readonly RegExp[] = [
  `(?<year>\\d{4})(?<separator>[-/.])(?<month>\\d{1,2})\\k<separator>(?<day>\\d{1,2})${time}`,
  `${weekday}${ordinal}(?: of| de)?[ -]${monthName},?(?: de)?[ -](?<year>\\d{4})${time}`,
  `${weekday}${monthName} ${ordinal},? (?<year>\\d{4})${time}`,
  // As `date` prints it.
  `${weekday}${monthName} ${ordinal} ${clock}${zone} (?<year>\\d{4})`,
  `(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)${compactTime}`,
  `(?<year>\\d{4}) ?[年년] ?(?<month>\\d{1,2}) ?[月월] ?(?<day>\\d{1,2}) ?[日일號号]?(?: ?\\([^()]*\\))?${wordsTime}`,
  `(?<year>\\d{4})\\. (?<month>\\d{1,2})\\. (?<day>\\d{1,2})\\.?${time}`,
  `(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d) (?<weekday>[a-z]{3,9})${time}`,
  '(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d) (?<zone>[+-]\\d\\d:?\\d\\d)',
  // As programs in Julia write it.
  'Date\\((?<year>\\d{4}), ?(?<month>\\d{1,2}), ?(?<day>\\d{1,2})\\)',
  // A month alone.
  '(?<year>\\d{4})[-/](?<month>\\d{1,2})',
  `${monthName},? (?<year>\\d{4})`,
  '(?<year>\\d{4}) ?[年년] ?(?<month>\\d{1,2}) ?[月월]',
].map((form) => new RegExp(`^${form}$`, 'i'));

/** Three numbers, the year last: the others show which of them is the month. */
export const figuresForm = new RegExp(
  `^(?<first>\\d{1,2})(?<separator>[-/.]) ?(?<next>\\d{1,2})\\k<separator> ?(?<year>\\d{4})${time}$`,
  'i',
);

/**
 * A date in one form: white space, the digits of any script, full-width letters and characters, dashes,
 * characters that set the direction of writing, accents, and the brackets of a link to a page of that day. A time of day in front goes
 * to the end.
 */
export function tidyDate(written: string): string {
  return fold(written).replace(/^(\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?),? ([^:]+)$/i, '$2 $1');
}

function fold(written: string): string {
  const text = written.replace(/^\s*\[\[(.*)\]\]\s*$/s, '$1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most dates are ASCII, and need no more than this.
  if (/^[\x00-\x7f]*$/.test(text)) return text.replace(/\s+/g, ' ').trim();
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g, '')
    .replace(/\p{Nd}/gu, (digit) => String(toValue(digit)))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\uFEFF]+/g, ' ')
    .trim();
}

/** The digits of a script stand one after the other, from 0 to 9; some scripts have several rows of them. */
function toValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value % 10;
}
