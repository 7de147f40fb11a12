import { addressLines, parcelLines } from "@/lib/orders/address-lines";

test.each([
  [{}, []],
  [{ address_line1: "1 Main", address_line2: " " }, ["1 Main"]],
  [{ city: "Paris", postal_code: "75001", country: "FR" }, ["Paris, 75001", "FR"]],
  [
    {
      address_line1: "1 Main",
      address_line2: "Unit 5",
      city: "Reno",
      state: "NV",
      postal_code: "89501",
      country: "US",
    },
    ["1 Main", "Unit 5", "Reno, NV 89501", "US"],
  ],
])("address %j", (address, lines) => {
  expect(addressLines(address)).toEqual(lines);
});

test("an address reads as on a parcel, without what is not known", () => {
  const whole = {
    full_name: "Jane Collector",
    phone: "555",
    address_line1: "1 Main Street",
    address_line2: "Unit 5",
    city: "Reno",
    state: "NV",
    postal_code: "89501",
    country: "US",
  };
  expect(parcelLines(whole)).toEqual(["Jane Collector", "1 Main Street", "Unit 5", "Reno, NV 89501", "US"]);
  expect(parcelLines({ address_line1: "1 Main Street", city: "Reno" })).toEqual(["1 Main Street", "Reno"]);
  expect(parcelLines({ postal_code: "89501" })).toEqual(["89501"]);
});
