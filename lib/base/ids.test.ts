import { uuidSchema } from "@/lib/base/ids";

const ID = "0b9c1d7e-3f64-4b3c-9d50-8a4a7d1f2e3b";

test.each([
  [ID, true],
  [ID.toUpperCase(), true],
  // md5, as the bulk seed makes ids.
  ["9e107d9d-372b-b682-6bd8-1d3542a419d6", true],
  ["", false],
  [`${ID}0`, false],
  [`{${ID}}`, false],
  ["not-a-uuid", false],
])("%s is an id: %s", (text, expected) => expect(uuidSchema.safeParse(text).success).toBe(expected));
