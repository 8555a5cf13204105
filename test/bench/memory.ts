import { readdirSync, readFileSync } from 'node:fs';

/** Bytes that a process has resident, and the most that it ever had. Only Linux reports them. */
export interface Memory {
  resident: number;
  peak: number;
}

/** Of a process and all that it has started, added up. */
export function memoryOf(pid: number): Memory {
  const sum = { resident: 0, peak: 0 };
  for (const process of familyOf(pid)) {
    const status = read(`/proc/${process}/status`);
    sum.resident += toByteOffsets(status, 'VmRSS');
    sum.peak += toByteOffsets(status, 'VmHWM');
  }
  return sum;
}

/** Watches until `stop` is called, which reports the peaks of all processes there were, added up. */
export function watchPeak(pid: number): { stop(): number } {
  const peaks = new Map<number, number>();
  const look = (): void => {
    for (const process of familyOf(pid)) {
      const peak = toByteOffsets(read(`/proc/${process}/status`), 'VmHWM');
      peaks.set(process, Math.max(peaks.get(process) ?? 0, peak));
    }
  };
  // The system keeps each peak itself: only what grows in the last moments of a process is missed.
  const timer = setInterval(look, 20);
  look();
  return {
    stop() {
      clearInterval(timer);
      return [...peaks.values()].reduce((sum, peak) => sum + peak, 0);
    },
  };
}

/** A process and all that it has started. */
export function familyOf(pid: number): number[] {
  const found = [pid];
  // Grows while it is walked.
  for (const parent of found) {
    for (const thread of list(`/proc/${parent}/task`)) {
      const children = read(`/proc/${parent}/task/${thread}/children`);
      found.push(...children.split(' ').filter(Boolean).map(Number));
    }
  }
  return found;
}

function toByteOffsets(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

/** A process can end while it is read. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
