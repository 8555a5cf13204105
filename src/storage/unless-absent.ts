/** The result of a disk operation; null where there is nothing by that name. Any other error is thrown. */
export async function unlessAbsent<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
