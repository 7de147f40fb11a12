/** URLs with `{number}`, by normalized grader name. The key null holds the URL of a setting without grader names. */
export type GraderLookup = ReadonlyMap<string | null, string>;

/** `{number}` comes after the host, so it can't change the host. */
const ADDRESS = /^https:\/\/[^\s{}/?#@]+\/[^\s{}]*\{number\}[^\s{}]*$/;
const isAddress = (text: string) => ADDRESS.test(text) && URL.canParse(text);

/** Normalizes a grader name for lookups. Case and spacing don't matter. */
export const normalizeGrader = (text: string) => text.trim().replaceAll(/\s+/g, " ").toLowerCase();

/** Parses GRADER_LOOKUP_URL: "https://…/{number}" or "PSA=https://…/{number}; BGS=…". Null if invalid. */
export function readGraderLookup(setting: string): GraderLookup | null {
  if (setting.startsWith("https://")) return isAddress(setting) ? new Map([[null, setting]]) : null;
  const lookup = new Map<string | null, string>();
  for (const part of setting.split(";")) {
    const [, name = "", address = ""] = /^([^=]+)=\s*(\S+)\s*$/.exec(part) ?? [];
    if (normalizeGrader(name) === "" || lookup.has(normalizeGrader(name)) || !isAddress(address)) return null;
    lookup.set(normalizeGrader(name), address);
  }
  return lookup;
}

export function graderNames(graders: string): string[] {
  return graders
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Returns the graders that have a URL but aren't in GRADERS. */
export function unnamedGraders(lookup: GraderLookup, graders: string): string[] {
  const named = new Set(graderNames(graders).map(normalizeGrader));
  return [...lookup.keys()].flatMap((name) => (name === null || named.has(name) ? [] : [name]));
}
