import { countries, countryWords } from "@/lib/base/countries";

test("cards go back to the ten countries of the specification, each with its words", () => {
  expect(countries).toEqual(["US", "CA", "GB", "AU", "DE", "FR", "JP", "KR", "CN", "MX"]);
  expect(Object.keys(countryWords)).toEqual([...countries]);
});
