/** Reads into memory that is there already. */
export interface BlockStorage {
  /** Fills `target` from `position` on; resolves to the bytes read, fewer at the end, or null where there is no such file. */
  readInto(path: string, target: Uint8Array, position: number): Promise<number | null>;
  /** A file is shorter than it should be: it is looked for anew, since a build may put another in its place. */
  forget(path: string): void;
}
