/** The item of a list. Throws `RangeError` where there is none: the files of a release do not fit together. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`No item ${index} in a list of ${list.length}: the release is damaged.`);
  return item;
}
