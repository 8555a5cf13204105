/** From a worker to the primary, and from there to all others: a file in which one found damage. */
export interface Damage {
  damaged: string;
}

/** In a worker of `leadWorkers`: hears of files in which other workers found damage, and tells them of its own. */
export function shareDamage(onDamage: (path: string) => void): { tell(path: string): void } {
  process.on('message', (message: Partial<Damage>) => {
    if (typeof message.damaged === 'string') onDamage(message.damaged);
  });
  return { tell: (path) => void process.send?.({ damaged: path } satisfies Damage) };
}
