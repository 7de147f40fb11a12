import {
  checkInSchema,
  deletePackageSchema,
  matchPackageSchema,
  packageChangeBodySchema,
  packageSchema,
  setAsideChangeSchema,
} from "@/lib/staff/desk/schema";

const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
const checkIn = { version: 3, count: 12, condition: "ok" };

test("a check-in says what was found, and nothing else is read", () => {
  const whole = { ...checkIn, shelf: "A-7", is_recount: true, is_more_to_come: true, inbound_tracking: "1Z" };
  expect(checkInSchema.parse({ ...whole, payment_status: "paid" })).toEqual(whole);
  expect(checkInSchema.parse(checkIn)).toEqual(checkIn);
});

test.each([
  [0, true],
  [9999, true],
  [10_000, false],
  [-1, false],
  [1.5, false],
  ["12", false],
  [undefined, false],
])("%j cards can be counted: %s", (count, expected) => {
  expect(checkInSchema.safeParse({ ...checkIn, count }).success).toBe(expected);
});

test.each([[-1], [1.5], ["12"], [undefined], [null]])("%j for a count asks for it", (count) => {
  const { error } = checkInSchema.safeParse({ ...checkIn, count });
  expect(error?.issues[0]?.message).toBe("Please enter how many cards you counted.");
});

test.each([
  { version: 0 },
  { version: undefined },
  { condition: "wet" },
  { condition: undefined },
  { shelf: "x".repeat(101) },
  { is_recount: "yes" },
])("no check-in with %p", (changes) => {
  expect(checkInSchema.safeParse({ ...checkIn, ...changes }).success).toBe(false);
});

test("of a package without a batch all may be unknown", () => {
  const known = { carrier: "ups", tracking_number: "1Z", sender: "Casey", notes: "wet", shelf: "A-7" };
  expect(packageSchema.parse({})).toEqual({});
  expect(packageSchema.parse({ ...known, order_id: ID })).toEqual(known);
});

test.each([
  { carrier: "a friend" },
  { tracking_number: "x".repeat(101) },
  { sender: "x".repeat(201) },
  { notes: "x".repeat(2001) },
  { shelf: "x".repeat(101) },
])("a package cannot have %j", (facts) => {
  expect(packageSchema.safeParse(facts).success).toBe(false);
});

test("a package is matched to a batch by the ids of both", () => {
  const match = { package_id: ID, order_id: ID };
  expect(matchPackageSchema.parse({ ...match, shelf: "A-7" })).toEqual(match);
  for (const lacking of [{ package_id: ID }, { order_id: ID }, { ...match, order_id: "BATCH-ABCDEFGH-2345" }])
    expect(matchPackageSchema.safeParse(lacking).success).toBe(false);
});

test.each([
  [{ action: "set_aside" }, true],
  [{ action: "set_aside", note: "wet", shelf: "X-1", inbound_tracking: "1Z" }, true],
  [{ action: "set_aside", note: "x".repeat(2001) }, false],
  [{ action: "asked", note: "the customer on 3 Nov" }, true],
  [{ action: "asked", note: "  " }, false],
  [{ action: "asked" }, false],
  [{ action: "end" }, true],
  [{ action: "open" }, false],
  [{}, false],
])("a change of what is set aside as %j is taken: %s", (body, isTaken) => {
  expect(setAsideChangeSchema.safeParse(body).success).toBe(isTaken);
});

test("a package is corrected and deleted at the version that was seen", () => {
  const known = { carrier: "ups", sender: "Casey", version: 3 };
  expect(packageChangeBodySchema.parse(known)).toEqual(known);
  expect(packageChangeBodySchema.safeParse({ sender: "Casey" }).success).toBe(false);
  expect(deletePackageSchema.safeParse({ version: 1 }).success).toBe(true);
  expect(deletePackageSchema.safeParse({}).success).toBe(false);
});
