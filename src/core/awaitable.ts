/** A value, or the promise of one. No promise where the value is already here: a promise costs more than cutting a page. */
export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with a value: at once where it is already here. */
export function whenReady<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The values of a list: at once where all are already here. */
export function whenAllReady<T>(list: Awaitable<T>[]): Awaitable<T[]> {
  return list.some((item) => item instanceof Promise) ? Promise.all(list) : (list as T[]);
}
