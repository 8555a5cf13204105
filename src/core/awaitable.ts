/** A value, or the promise of one. What is at hand is not waited for: a promise costs an answer more than its cutting. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with a value: at once where it is at hand. */
export function whenReady<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** All of a list: at once where all are at hand. */
export function whenAllReady<T>(list: Awaitable<T>[]): Awaitable<T[]> {
  return list.some((item) => item instanceof Promise) ? Promise.all(list) : (list as T[]);
}
