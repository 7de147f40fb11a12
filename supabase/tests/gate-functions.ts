import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@/lib/base/errors";
import type * as Gate from "@/lib/supabase/rpc";

/** SQL functions called in a test file that uses `recordingGate`. */
export const calledFunctions = new Set<string>();

type Work = (client: unknown, name: string, args: object, ...rest: unknown[]) => unknown;

/** Returns the gate, which records each called function. */
export function recordingGate(): typeof Gate {
  const gate = jest.requireActual<typeof Gate>("@/lib/supabase/rpc");
  const noted =
    (work: Work): Work =>
    (client, name, args, ...rest) => {
      calledFunctions.add(name);
      return work(client, name, args, ...rest);
    };
  return { ...gate, call: noted(gate.call as Work), run: noted(gate.run as Work) } as typeof Gate;
}

const CALL = /\b(?:call|run|readAsStaff|writeAsStaff)\(\s*(?:(?:[^",();]|\([^()]*\))*,\s*)?"([a-z_]+)"/g;

export async function outcomeOrError(result: Promise<{ outcome: string }>): Promise<string> {
  try {
    return (await result).outcome;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Returns the SQL functions that a lib module calls through the gate, except those in the folders `without`. */
export function functionsCalledIn(module: string, without: string[] = []): string[] {
  const folder = join("lib", module);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = files.filter(
    (file) =>
      file.endsWith(".ts") &&
      !file.includes(".test.") &&
      !without.some((folder) => file.startsWith(`${folder}/`)),
  );
  const names = sources.flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(CALL)].map(([, name]) => name ?? ""),
  );
  return [...new Set(names)].sort();
}
