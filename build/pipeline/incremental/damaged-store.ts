/** Thrown where the store does not hold what its manifest says; the build is then made without it. */
export class DamagedStore extends Error {
  override name = 'DamagedStore';
}
