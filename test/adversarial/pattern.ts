/** A file that is made to take long, or much memory, or to become large. */
export interface Pattern {
  /** Says what is repeated; unique. */
  name: string;
  /** The name of the file, whose ending says how it is read; `a.md` by default. */
  file?: string;
  /** A text of about `size` bytes, at most a tenth more. */
  make(size: number): string;
}

/** The text again and again, up to `size` bytes of ASCII; nothing where the rest of a pattern takes more than all. */
export function fill(text: string, size: number): string {
  return size <= 0 ? '' : text.repeat(Math.ceil(size / text.length)).slice(0, size);
}

/** Pieces that differ, one after the other, until there are `size` bytes of ASCII. */
export function count(size: number, make: (index: number) => string): string {
  const pieces: string[] = [];
  let length = 0;
  for (let index = 0; length < size; index++) {
    const piece = make(index);
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join('');
}
