import { sign } from "@/lib/base/signing";
import { addressHash, mailToken, readMailToken } from "@/lib/profile/notices/mail-token";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();

const token = mailToken("jane@example.org");

test("a token says whose choice it is by the hash of the address alone", () => {
  expect(token).toMatch(/^[\w-]{86}$/);
  expect(readMailToken(token)).toBe(addressHash("jane@example.org"));
  expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain("jane");
});

test.each([" Jane@Example.ORG ", "JANE@EXAMPLE.ORG"])("%j is the same address", (address) => {
  expect(mailToken(address)).toBe(token);
});

test("only A to Z are lowered, as the database does it", () => {
  expect(addressHash("\u0130@example.org")).not.toBe(addressHash("i\u0307@example.org"));
});

test.each([
  ["cut", token.slice(0, -1)],
  ["longer", `${token}A`],
  ["empty", ""],
  ["with another address' hash", mailToken("joe@example.org").slice(0, 43) + token.slice(43)],
  ["with another signature", token.slice(0, 43) + mailToken("joe@example.org").slice(43)],
  ["signed for something else", token.slice(0, 43) + sign("print", addressHash("jane@example.org"))],
  [
    "of another writing of the same bytes",
    `${token.slice(0, 42)}${token[42] === "_" ? "-" : "_"}${token.slice(43)}`,
  ],
])("a token that is %s is none", (_, wrong) => {
  expect(readMailToken(wrong)).toBeNull();
});
