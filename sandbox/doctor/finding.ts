/**
 * What was found about one thing: it is right; it is wrong, and `says` names the mend; or it cannot be told from here, and
 * `says` names what would tell it.
 */
export type Finding = { state: "right" | "wrong" | "unknown"; about: string; says: string };

/** The variables of a configuration, as the product would read them. */
export type Settings = Record<string, string | undefined>;

/** Creates the findings about one thing. */
export function findingsAbout(about: string) {
  const make =
    (state: Finding["state"]) =>
    (says: string): Finding => ({ state, about, says });
  return { right: make("right"), wrong: make("wrong"), unknown: make("unknown") };
}

/** The words of whatever was thrown. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Since version 3, `db push` without `--remote` goes to a local database. */
export const SUPABASE_CLI = "npx supabase@3";
