/** A store gave no answer that can be used. `message` is the end of a sentence, and holds no secret. */
export class StoreFailure extends Error {
  /** Of its last answer; null where none came. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.name = 'StoreFailure';
    this.status = status;
  }

  /** The same, with how often it was tried. */
  after(attempts: number): StoreFailure {
    return attempts === 1 ? this : new StoreFailure(`${this.message} (tried ${attempts} times)`, this.status);
  }
}
