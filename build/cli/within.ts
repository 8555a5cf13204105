/** Where a command runs. */
export interface Surroundings {
  /** The working directory, from which relative paths lead. */
  cwd: string;
  env: NodeJS.ProcessEnv;
}

let isRunning = false;

/**
 * Runs `work` in a working directory and an environment. The file system and other programs know only those of the process, which
 * are set for so long: so this throws where `work` of another call has not ended.
 */
export async function within<T>({ cwd, env }: Surroundings, work: () => Promise<T>): Promise<T> {
  if (isRunning)
    throw new Error('A process runs one command at a time, since its working directory is that of the command.');
  isRunning = true;
  const before = { cwd: process.cwd(), env: { ...process.env } };
  try {
    enter({ cwd, env });
    return await work();
  } finally {
    enter(before);
    isRunning = false;
  }
}

function enter({ cwd, env }: Surroundings): void {
  if (cwd !== process.cwd()) process.chdir(cwd);
  if (env === process.env) return;
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}
