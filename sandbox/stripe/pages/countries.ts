const NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** Codes with a name that are no country: unions, islands under another code, test regions. */
const NO_COUNTRY = new Set(["CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "UN", "XA", "XB", "ZZ"]);

export interface Country {
  code: string;
  name: string;
}

/** The English name of an ISO 3166 code, or the code itself. */
export function countryName(code: string): string {
  return NAMES.of(code) ?? code;
}

function allCodes(): string[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  // A withdrawn code (DD, SU, …) turns into its successor.
  return pairs.filter(
    (code) =>
      !NO_COUNTRY.has(code) && NAMES.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code,
  );
}

/** All countries by their English name. */
export const COUNTRIES: readonly Country[] = allCodes()
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));
