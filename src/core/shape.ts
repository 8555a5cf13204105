/** A value has another form than is expected. `path` leads to the place: `pages.0.1`; '' is the value itself. */
export class ShapeError extends Error {
  readonly path: string;

  constructor(path = '') {
    super(path);
    this.path = path;
  }
}

/** What a value has to be. */
export interface Shape<T> {
  /**
   * Gives the value, without members that an object does not name. Throws `ShapeError` at the first place that is
   * wrong.
   */
  parse(value: unknown): T;
}

/** The type of the values of a shape. */
export type ValueOf<S> = S extends Shape<infer T> ? T : never;

function shape<T>(parse: (value: unknown) => T): Shape<T> {
  return { parse };
}

function check<T>(isRight: (value: unknown) => value is T): Shape<T> {
  return shape((value) => {
    if (isRight(value)) return value;
    throw new ShapeError();
  });
}

/** Whole numbers that JSON gives exactly, of at least `least`. */
export const integer = (least = Number.MIN_SAFE_INTEGER): Shape<number> =>
  check((value): value is number => Number.isSafeInteger(value) && (value as number) >= least);
export const text = (pattern = /^/): Shape<string> =>
  check((value): value is string => typeof value === 'string' && pattern.test(value));
export const flag: Shape<boolean> = check((value) => typeof value === 'boolean');
export const literal = <const T>(wanted: T): Shape<T> => check((value): value is T => value === wanted);

export const nullable = <T>(inner: Shape<T>): Shape<T | null> =>
  shape((value) => (value === null ? null : inner.parse(value)));

export const optional = <T>(inner: Shape<T>): Shape<T | undefined> =>
  shape((value) => (value === undefined ? undefined : inner.parse(value)));

export const list = <T>(inner: Shape<T>): Shape<T[]> =>
  shape((value) => array.parse(value).map((item, index) => parseAt(inner, item, index)));

type Values<Shapes extends readonly Shape<unknown>[]> = { [Index in keyof Shapes]: ValueOf<Shapes[Index]> };

/** A list of one value for each of `shapes`. */
export const tuple = <const Shapes extends readonly Shape<unknown>[]>(shapes: Shapes): Shape<Values<Shapes>> =>
  shape((value) => {
    const items = array.parse(value);
    if (items.length !== shapes.length) throw new ShapeError();
    return shapes.map((inner, index) => parseAt(inner, items[index], index)) as Values<Shapes>;
  });

type Members = Readonly<Record<string, Shape<unknown>>>;
type Optional<All extends Members> = {
  [Key in keyof All]: undefined extends ValueOf<All[Key]> ? Key : never;
}[keyof All];
type Object<All extends Members> = { [Key in Exclude<keyof All, Optional<All>>]: ValueOf<All[Key]> } & {
  [Key in Optional<All>]?: ValueOf<All[Key]>;
};

export const object = <All extends Members>(members: All): Shape<Object<All>> =>
  shape((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ShapeError();
    const found: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(members)) {
      const member = parseAt(inner, (value as Record<string, unknown>)[key], key);
      if (member !== undefined) found[key] = member;
    }
    return found as Object<All>;
  });

const array = check(Array.isArray as (value: unknown) => value is unknown[]);

function parseAt<T>(inner: Shape<T>, value: unknown, key: string | number): T {
  try {
    return inner.parse(value);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw new ShapeError(error.path === '' ? `${key}` : `${key}.${error.path}`);
  }
}
