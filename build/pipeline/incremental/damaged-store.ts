/** Thrown where the cache does not hold what it says; the build is made without it. */
export class DamagedCache extends Error {
  override name = 'DamagedCache';
}
