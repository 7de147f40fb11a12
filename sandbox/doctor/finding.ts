/** One check's result. `says` explains how to fix what is wrong, or how to find out what is unknown. */
export type Finding = { state: "right" | "wrong" | "unknown"; about: string; says: string };

export type Settings = Record<string, string | undefined>;

export function findingsAbout(about: string) {
  const make =
    (state: Finding["state"]) =>
    (says: string): Finding => ({ state, about, says });
  return { right: make("right"), wrong: make("wrong"), unknown: make("unknown") };
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Since version 3, `db push` without `--remote` uses a local database. */
export const SUPABASE_CLI = "npx supabase@3";
