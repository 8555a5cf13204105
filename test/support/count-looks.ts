/**
 * How many characters the searches of a piece of work went over: those of `indexOf` and `includes`, and of regular expressions
 * up to the end of what they found. Of an expression that finds nothing and could begin anywhere, all that follows; of one that
 * is bound to a place, one. Of searches in arrays the elements are counted. The same at every run, unlike time.
 */
export function countLooks(work: () => void): number {
  let looks = 0;
  const { exec } = RegExp.prototype;
  const { indexOf, includes, lastIndexOf } = String.prototype;
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    const isBound = this.sticky || this.source[0] === '^';
    looks +=
      found === null ? (isBound ? 1 : Math.max(1, text.length - from)) : found.index + found[0].length - from + 1;
    return found;
  };
  String.prototype.indexOf = function (wanted, from = 0) {
    const found = indexOf.call(this, wanted, from);
    looks += (found === -1 ? this.length : found) - from + 1;
    return found;
  };
  String.prototype.includes = function (wanted, from = 0) {
    const found = indexOf.call(this, String(wanted), from);
    looks += (found === -1 ? this.length : found) - from + 1;
    return found !== -1;
  };
  String.prototype.lastIndexOf = function (wanted, from = Number.POSITIVE_INFINITY) {
    const found = lastIndexOf.call(this, wanted, from);
    looks += Math.min(from, this.length) - Math.max(found, 0) + 1;
    return found;
  };
  const arrays = {
    indexOf: Array.prototype.indexOf,
    lastIndexOf: Array.prototype.lastIndexOf,
    includes: Array.prototype.includes,
    findLastIndex: Array.prototype.findLastIndex,
  };
  for (const [name, search] of Object.entries(arrays)) {
    Object.defineProperty(Array.prototype, name, {
      ...hidden,
      value(this: unknown[], ...args: unknown[]) {
        looks += this.length;
        return Reflect.apply(search, this, args);
      },
    });
  }
  try {
    work();
  } finally {
    RegExp.prototype.exec = exec;
    Object.assign(String.prototype, { indexOf, includes, lastIndexOf });
    for (const [name, value] of Object.entries(arrays))
      Object.defineProperty(Array.prototype, name, { ...hidden, value });
  }
  return looks;
}

/** As the methods of arrays are. */
const hidden = { configurable: true, enumerable: false, writable: true } as const;
