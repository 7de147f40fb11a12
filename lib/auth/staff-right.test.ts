import {
  missingRightOf,
  missingRightWords,
  myRightsSchema,
  refusalWords,
  rightLabel,
  STAFF_RIGHTS,
} from "@/lib/auth/staff-right";

const ASK = "olive@example.com";

test("each right has a name of its own, and its refusal says who gives it", () => {
  expect(new Set(STAFF_RIGHTS.map(rightLabel)).size).toBe(STAFF_RIGHTS.length);
  expect(missingRightWords("refunds", ASK)).toBe(
    "You may not refund. olive@example.com can give you the right.",
  );
  expect(missingRightWords("set_paid", null)).toBe(
    "You may not set a payment by hand. An owner can give you the right.",
  );
});

test.each(STAFF_RIGHTS)("who has %s is refused nothing, who has all the others is", (right) => {
  const others = STAFF_RIGHTS.filter((other) => other !== right);
  expect(refusalWords({ rights: [right], ask: ASK }, right)).toBeNull();
  expect(refusalWords({ rights: others, ask: ASK }, right)).toBe(missingRightWords(right, ASK));
});

test.each([
  ['the right "exports" is missing', "exports"],
  ['42501: the right "people" is missing', "people"],
  ['the right "owner" is missing', null],
  ["only staff may do this", null],
  ["", null],
])("%j names the right %j", (message, right) => expect(missingRightOf(message)).toBe(right));

test.each([
  { rights: ["all"], ask: null },
  { rights: [], ask: 1 },
  { rights: null, ask: null },
])("%j are no rights", (rights) => expect(myRightsSchema.safeParse(rights).success).toBe(false));
