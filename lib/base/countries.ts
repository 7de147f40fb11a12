/** Countries we ship back to (ISO 3166-1), in the order that forms offer them. */
export const countries = ["US", "CA", "GB", "AU", "DE", "FR", "JP", "KR", "CN", "MX"] as const;

export type Country = (typeof countries)[number];

type CountryText = {
  name: string;
  state: string;
  postalCode: string;
  postal: { pattern: RegExp; example: string };
};

function joinWords(
  name: string,
  state: string,
  pattern: RegExp,
  example: string,
  postalCode = "Postal code",
): CountryText {
  return { name, state, postalCode, postal: { pattern, example } };
}

const digits = (count: number) => new RegExp(`^\\d{${count}}$`);

/** Address terms and postal codes per country, from the Universal Postal Union's addressing guides. */
export const countryText: Record<Country, CountryText> = {
  US: joinWords("United States", "State", /^\d{5}(-\d{4})?$/, "97201", "ZIP code"),
  CA: joinWords("Canada", "Province", /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i, "K1A 0B1"),
  GB: joinWords(
    "United Kingdom",
    "County or region",
    /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i,
    "SW1A 1AA",
    "Postcode",
  ),
  AU: joinWords("Australia", "State or territory", digits(4), "2000", "Postcode"),
  DE: joinWords("Germany", "State", digits(5), "10115"),
  FR: joinWords("France", "Region or department", digits(5), "75001"),
  JP: joinWords("Japan", "Prefecture", /^\d{3}-?\d{4}$/, "100-0001"),
  KR: joinWords("South Korea", "Province or city", digits(5), "04524"),
  CN: joinWords("China", "Province", digits(6), "100000"),
  MX: joinWords("Mexico", "State", digits(5), "06000"),
};
