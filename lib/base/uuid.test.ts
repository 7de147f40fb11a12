import { isUuid } from "@/lib/base/uuid";

const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";

test.each([
  [ID, true],
  [ID.toUpperCase(), true],
  // Of no version that an RFC names: PostgreSQL takes it, and imported rows have such.
  ["d0000000-0000-0000-0000-000000000001", true],
  ["", false],
  [`${ID}0`, false],
  [`{${ID}}`, false],
  ["not-a-uuid", false],
])("%s is an id: %s", (text, expected) => expect(isUuid(text)).toBe(expected));
