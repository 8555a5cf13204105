/** The first of `count` numbers from 0 for which a condition holds that, once true, stays true; `count` if none. */
export function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The item of a list. Throws `RangeError` where there is none: the files of a release do not fit together. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`No item ${index} of ${list.length}: the release is damaged.`);
  return item;
}
