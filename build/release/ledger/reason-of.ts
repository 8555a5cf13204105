/** Why a file cannot be read, as a sentence without its advice to build again. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/ Build again, or restore the files of the release\.$/, '');
}
