import { readFileSync } from "node:fs";

/** The kernel counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/** Milliseconds that a process has computed so far, all of its threads together; NaN where the system does not tell. */
export function processorMs(pid: number): number {
  const stat = textOf(`/proc/${pid}/stat`);
  // The name, in brackets, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]].map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * MS_PER_TICK;
}

/** MiB of the machine's memory that a process holds; NaN where the system does not tell. */
export function residentMiB(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes) / 1024;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
