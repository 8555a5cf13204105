/** Seconds of a processor that a process or thread has taken, from what `/proc` says of it: man 5 proc, fields 14 and 15. */
export function toSeconds(stat: string): number {
  // Behind the name, which may hold anything; in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}
