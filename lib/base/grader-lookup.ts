/**
 * Where graders show how far a submission is: addresses with `{number}` in place of its number, by the grader's name (see nameOf).
 * Under null stands the one address of a setting without names.
 */
export type GraderLookup = ReadonlyMap<string | null, string>;

/** The number stands behind the host, so that it can choose no other one. */
const ADDRESS = /^https:\/\/[^\s{}/?#@]+\/[^\s{}]*\{number\}[^\s{}]*$/;
const isAddress = (text: string) => ADDRESS.test(text) && URL.canParse(text);

/** A name however it is written: "Beckett  grading" and "Beckett Grading" are one. */
const nameOf = (text: string) => text.trim().replaceAll(/\s+/g, " ").toLowerCase();

/**
 * Reads the setting GRADER_LOOKUP_URL: "https://…/{number}", or "PSA=https://…/{number}; BGS=https://…/{number}". Null for what is
 * neither, or names a grader twice.
 */
export function readGraderLookup(setting: string): GraderLookup | null {
  if (setting.startsWith("https://")) return isAddress(setting) ? new Map([[null, setting]]) : null;
  const lookup = new Map<string | null, string>();
  for (const part of setting.split(";")) {
    const [, name = "", address = ""] = /^([^=]+)=\s*(\S+)\s*$/.exec(part) ?? [];
    if (nameOf(name) === "" || lookup.has(nameOf(name)) || !isAddress(address)) return null;
    lookup.set(nameOf(name), address);
  }
  return lookup;
}

/**
 * Answers the address for submissions to a grader (null: nobody knows to which); undefined where none is set. One without a name
 * counts for all of them, as long as `graders`, the setting GRADERS, names one alone.
 */
export function lookupOf(
  lookup: GraderLookup | undefined,
  grader: string | null,
  graders: string,
): string | undefined {
  const ofAll = lookup?.get(null);
  if (ofAll !== undefined) return graderNames(graders).length === 1 ? ofAll : undefined;
  return grader === null ? undefined : lookup?.get(nameOf(grader));
}

/** Reads the setting GRADERS, names divided by commas. */
export function graderNames(graders: string): string[] {
  return graders
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Lists the graders that have an address and that the setting GRADERS does not name. */
export function unnamedGraders(lookup: GraderLookup, graders: string): string[] {
  const named = new Set(graderNames(graders).map(nameOf));
  return [...lookup.keys()].flatMap((name) => (name === null || named.has(name) ? [] : [name]));
}
