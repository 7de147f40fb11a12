/** Countries we ship back to (ISO 3166-1), in the order that forms offer them. */
export const countries = ["US", "CA", "GB", "AU", "DE", "FR", "JP", "KR", "CN", "MX"] as const;

export type Country = (typeof countries)[number];

type CountryWords = {
  name: string;
  /** Local name of the region. */
  state: string;
  postalCode: string;
  postal: { pattern: RegExp; example: string };
};

const digits = (count: number) => new RegExp(`^\\d{${count}}$`);

/** Address terms and postal codes per country, from the Universal Postal Union's addressing guides. */
export const countryWords: Record<Country, CountryWords> = {
  US: {
    name: "United States",
    state: "State",
    postalCode: "ZIP code",
    postal: { pattern: /^\d{5}(-\d{4})?$/, example: "97201" },
  },
  CA: {
    name: "Canada",
    state: "Province",
    postalCode: "Postal code",
    postal: { pattern: /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i, example: "K1A 0B1" },
  },
  GB: {
    name: "United Kingdom",
    state: "County or region",
    postalCode: "Postcode",
    postal: { pattern: /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i, example: "SW1A 1AA" },
  },
  AU: {
    name: "Australia",
    state: "State or territory",
    postalCode: "Postcode",
    postal: { pattern: digits(4), example: "2000" },
  },
  DE: {
    name: "Germany",
    state: "State",
    postalCode: "Postal code",
    postal: { pattern: digits(5), example: "10115" },
  },
  FR: {
    name: "France",
    state: "Region or department",
    postalCode: "Postal code",
    postal: { pattern: digits(5), example: "75001" },
  },
  JP: {
    name: "Japan",
    state: "Prefecture",
    postalCode: "Postal code",
    postal: { pattern: /^\d{3}-?\d{4}$/, example: "100-0001" },
  },
  KR: {
    name: "South Korea",
    state: "Province or city",
    postalCode: "Postal code",
    postal: { pattern: digits(5), example: "04524" },
  },
  CN: {
    name: "China",
    state: "Province",
    postalCode: "Postal code",
    postal: { pattern: digits(6), example: "100000" },
  },
  MX: {
    name: "Mexico",
    state: "State",
    postalCode: "Postal code",
    postal: { pattern: digits(5), example: "06000" },
  },
};
