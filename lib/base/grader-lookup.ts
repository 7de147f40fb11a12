/** URLs with `{number}`, by normalized grader name. Key null holds the URL of a setting without names. */
type GraderLookup = ReadonlyMap<string | null, string>;

/** `{number}` comes after the host, so it can't change the host. */
const ADDRESS = /^https:\/\/[^\s{}/?#@]+\/[^\s{}]*\{number\}[^\s{}]*$/;
const isAddress = (text: string) => ADDRESS.test(text) && URL.canParse(text);

const nameOf = (text: string) => text.trim().replaceAll(/\s+/g, " ").toLowerCase();

/** Parses GRADER_LOOKUP_URL: "https://…/{number}" or "PSA=https://…/{number}; BGS=…". Null if invalid. */
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

/** Returns a grader's lookup URL, if any. One without a name applies while GRADERS has one entry. */
export function lookupOf(
  lookup: GraderLookup | undefined,
  grader: string | null,
  graders: string,
): string | undefined {
  const ofAll = lookup?.get(null);
  if (ofAll !== undefined) return graderNames(graders).length === 1 ? ofAll : undefined;
  return grader === null ? undefined : lookup?.get(nameOf(grader));
}

export function graderNames(graders: string): string[] {
  return graders
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Returns the graders that have a URL but aren't in GRADERS. */
export function unnamedGraders(lookup: GraderLookup, graders: string): string[] {
  const named = new Set(graderNames(graders).map(nameOf));
  return [...lookup.keys()].flatMap((name) => (name === null || named.has(name) ? [] : [name]));
}
