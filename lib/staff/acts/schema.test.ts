import { actParamsSchema, undoSchema } from "@/lib/staff/acts/schema";

const id = "00000000-0000-0000-0000-000000000001";

test.each([
  [{}, true],
  [{ order_id: id, reason: "x".repeat(500) }, true],
  [{ order_id: "1" }, false],
  [{ reason: "x".repeat(501) }, false],
])("a body of %j is taken: %s", (body, isTaken) => {
  expect(undoSchema.safeParse(body).success).toBe(isTaken);
});

test("an act is named by an id of the database, of any version", () => {
  expect(actParamsSchema.safeParse({ id }).success).toBe(true);
  expect(actParamsSchema.safeParse({ id: "act" }).success).toBe(false);
});
