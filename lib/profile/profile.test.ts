import { countries, countryText } from "@/lib/base/countries";
import { sign } from "@/lib/base/signing";
import { addressHash, mailToken, readMailToken } from "@/lib/profile/mail-token";
import { profileSchema } from "@/lib/profile/schema";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();

describe("schema", () => {
  const full = {
    full_name: "Jane Collector",
    phone: "+1 503 555 0100",
    address_line1: "1 Main Street",
    address_line2: "",
    city: "Portland",
    state: "OR",
    postal_code: "97201",
    country: "US",
  };

  function problems(changes: Record<string, unknown>): Record<string, string> {
    const { error } = profileSchema.safeParse({ ...full, ...changes });
    return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
  }

  test("trims a complete profile and drops unknown fields", () => {
    const parsed = profileSchema.parse({
      ...full,
      full_name: "  Zoë Ångström-O'Neil 🃏 ",
      email: "y",
      is_complete: true,
    });
    expect(parsed).toEqual({ ...full, full_name: "Zoë Ångström-O'Neil 🃏" });
  });

  test.each(["full_name", "address_line1", "city", "state", "postal_code", "country"])(
    "requires %s",
    (name) => {
      for (const value of [undefined, null, ...(name === "country" ? [] : ["", "   ", "\u200b", "---"])])
        expect(problems({ [name]: value })).toHaveProperty(
          [name],
          expect.stringMatching(/^Please (enter|choose) /),
        );
    },
  );

  test.each(["phone", "address_line2"])("accepts an empty, null or missing %s", (name) => {
    for (const value of [undefined, null, "", "  "]) expect(problems({ [name]: value })).toEqual({});
  });

  test.each(["503-555-0100", "5035550100 x12"])("accepts the phone number %s", (phone) =>
    expect(problems({ phone })).toEqual({}),
  );

  test.each([
    ["full_name", "x".repeat(121)],
    ["full_name", "a\u0000b"],
    ["full_name", 5],
    ["phone", "call me"],
    ["phone", "call 5035550100"],
    ["phone", "1234"],
    ["phone", "1".repeat(33)],
    ["address_line2", "x".repeat(201)],
    ["postal_code", "ABCDE"],
    ["country", "us"],
    ["country", "KP"],
  ])("refuses the %s %j", (name, value) => {
    expect(Object.keys(problems({ [name]: value }))).toEqual([name]);
  });

  test.each(countries)("accepts the example postal code of %s", (country) => {
    const { example, pattern } = countryText[country].postal;
    expect(pattern.test(example)).toBe(true);
    expect(problems({ country, postal_code: example })).toEqual({});
    expect(problems({ country, postal_code: "!9" })).toEqual({
      postal_code: expect.stringContaining(`such as ${example}.`),
    });
  });
});

describe("mail token", () => {
  const token = mailToken("jane@example.org");

  test("identifies an address only by its hash", () => {
    expect(token).toMatch(/^[\w-]{86}$/);
    expect(readMailToken(token)).toBe(addressHash("jane@example.org"));
    expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain("jane");
  });

  test("treats addresses that differ only in case as the same", () => {
    expect(mailToken(" Jane@Example.ORG ")).toBe(token);
  });

  test("lowercases only A to Z, like the database", () => {
    expect(addressHash("\u0130@example.org")).not.toBe(addressHash("i\u0307@example.org"));
  });

  test.each([
    ["longer", `${token}A`],
    ["with another address' hash", mailToken("joe@example.org").slice(0, 43) + token.slice(43)],
    ["with another signature", token.slice(0, 43) + mailToken("joe@example.org").slice(43)],
    ["signed for something else", token.slice(0, 43) + sign("print", addressHash("jane@example.org"))],
    [
      "of another writing of the same bytes",
      `${token.slice(0, 42)}${token[42] === "_" ? "-" : "_"}${token.slice(43)}`,
    ],
  ])("refuses a token that is %s", (_, wrong) => {
    expect(readMailToken(wrong)).toBeNull();
  });
});
