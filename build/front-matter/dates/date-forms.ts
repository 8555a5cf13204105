const weekday = '(?:(?<weekday>[a-z]{3,9})\\.?,? )?';
const monthName = '(?<monthName>[a-z]{3,9})\\.?';
const ordinal = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const clock =
  '(?<hour>\\d{1,2}):(?<minute>\\d{1,2})(?::(?<second>\\d{1,2})(?:[.,]\\d+)?)?(?: ?(?<half>[ap])\\.?m\\.?)?';
const zone = '(?: ?(?<zone>(?:utc|gmt|ut)? ?[+-]\\d{1,2}(?::?\\d\\d)?|[a-z]{1,4}|[a-z]+/[a-z_/+-]+))?';
const remark = '(?: ?\\([^()]*\\)| ?\\[[^[\\]]*\\])?';
const time = `(?:(?: ?t ?|,? (?:at )?)${clock}${zone}${remark})?`;
const compactTime = `(?:[t ]?(?<hour>\\d\\d):?(?<minute>\\d\\d)(?::?(?<second>\\d\\d)(?:[.,]\\d+)?)?${zone})?`;
const signsTime =
  '(?: ?(?<hour>\\d{1,2}) ?[:時时点點시] ?(?:(?<minute>\\d{1,2}) ?(?:[:分분] ?(?:(?<second>\\d{1,2}) ?[秒초]?)?)?)?)?';

/**
 * The forms in which dates are written, with the parts of a date for groups: `year`, `month` or `monthName`, `day`, `weekday`,
 * `hour`, `minute`, `second`, `half` of the day, `zone`. They read what `tidyDate` gives.
 */
export const dateForms: readonly RegExp[] = [
  `(?<year>\\d{4})(?<separator>[-/.])(?<month>\\d{1,2})\\k<separator>(?<day>\\d{1,2})${time}`,
  `${weekday}${ordinal}(?: of)?[ -]${monthName},?[ -](?<year>\\d{4})${time}`,
  `${weekday}${monthName} ${ordinal},? (?<year>\\d{4})${time}`,
  // As `date` prints it.
  `${weekday}${monthName} ${ordinal} ${clock}${zone} (?<year>\\d{4})`,
  `(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)${compactTime}`,
  `(?<year>\\d{4}) ?[年년] ?(?<month>\\d{1,2}) ?[月월] ?(?<day>\\d{1,2}) ?[日일號号]?(?: ?\\([^()]*\\))?${signsTime}`,
  `(?<year>\\d{4})\\. (?<month>\\d{1,2})\\. (?<day>\\d{1,2})\\.?${time}`,
  // A month alone.
  '(?<year>\\d{4})[-/](?<month>\\d{1,2})',
  `${monthName},? (?<year>\\d{4})`,
  '(?<year>\\d{4}) ?[年년] ?(?<month>\\d{1,2}) ?[月월]',
].map((form) => new RegExp(`^${form}$`, 'i'));

/** Three numbers, the year last: which of the others is the month has to be told from them. */
export const figuresForm = new RegExp(
  `^(?<first>\\d{1,2})(?<separator>[-/.]) ?(?<next>\\d{1,2})\\k<separator> ?(?<year>\\d{4})${time}$`,
  'i',
);
