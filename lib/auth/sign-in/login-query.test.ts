import { readLinkedCount, readLoginView, readMailLink, readWish } from "@/lib/auth/sign-in/login-query";

test.each([
  [{}, null],
  [{ type: "signup" }, null],
  [
    { token_hash: "abcdef123", type: "signup" },
    { tokenHash: "abcdef123", type: "signup" },
  ],
  [
    { token_hash: "abcdef123", type: "email" },
    { tokenHash: "abcdef123", type: "email" },
  ],
  [
    { token_hash: ["abcdef123", "other"], type: ["signup"] },
    { tokenHash: "abcdef123", type: "signup" },
  ],
  [
    { token_hash: "abcdef123", type: "recovery" },
    { tokenHash: "abcdef123", type: "recovery" },
  ],
  [
    { token_hash: "abcdef123", type: "invite" },
    { tokenHash: "abcdef123", type: "invite" },
  ],
  [{ token_hash: "abcdef123", type: "sms" }, "unusable"],
  [{ token_hash: "abcdef123" }, "unusable"],
  [{ token_hash: "", type: "signup" }, "unusable"],
  [{ token_hash: "<script>", type: "signup" }, "unusable"],
])("the link in %j is %j", (query, expected) => {
  expect(readMailLink(query)).toEqual(expected);
});

test("repeated values of next and plan count once", () => {
  expect(readWish({ next: ["/submit", "//evil.com"], plan: "free" })).toEqual({
    next: "/submit",
    plan: "free",
  });
  expect(readWish({})).toEqual({ next: undefined, plan: undefined });
});

test.each([
  ["forgot", "forgot"],
  [["code", "forgot"], "code"],
  ["constructor", undefined],
  [undefined, undefined],
])("view=%j is the step %j", (view, expected) => {
  expect(readLoginView({ view })).toBe(expected);
});

test.each([
  ["3", 3],
  ["-1", 0],
  ["99999", 0],
  ["<b>", 0],
  [undefined, 0],
])("linked=%j tells of %d orders", (linked, expected) => {
  expect(readLinkedCount({ linked })).toBe(expected);
});
