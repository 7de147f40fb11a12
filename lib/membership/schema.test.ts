import { portalSchema, processSuccessSchema, subscribeSchema } from "@/lib/membership/schema";

const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";
type Result = { success: boolean; error?: { issues: { message: string }[] } | undefined };
const problem = ({ error }: Result) => error?.issues[0]?.message ?? null;

test("a membership is asked for by its price, and who asks may be named", () => {
  const body = { price_id: "pro_monthly", user_id: ID, user_email: "casey@example.com" };
  expect(subscribeSchema.parse(body)).toEqual(body);
  expect(subscribeSchema.parse({ price_id: "pro_monthly", amount: 1 })).toEqual({ price_id: "pro_monthly" });
  expect(subscribeSchema.safeParse({ ...body, user_id: "42" }).success).toBe(false);
});

test.each([[{}], [{ price_id: null }], [{ price_id: ["pro_monthly"] }], [{ price_id: "x".repeat(256) }]])(
  "%j names no price",
  (body) => {
    expect(problem(subscribeSchema.safeParse(body))).toBe("Invalid plan selected");
  },
);

test("a payment is asked about by its session, and who paid may be named", () => {
  const body = { session_id: "cs_test_a1b2c3d4e5", user_id: ID, user_email: "casey@example.com" };
  expect(processSuccessSchema.parse({ ...body, plan: "elite" })).toEqual(body);
  expect(processSuccessSchema.parse({ session_id: "x".repeat(300) })).toEqual({
    session_id: "x".repeat(300),
  });
});

test.each([[{}], [{ session_id: "" }], [{ session_id: 7 }]])("%j lacks the session", (body) => {
  expect(problem(processSuccessSchema.safeParse(body))).toBe("Missing required fields");
});

test("an endless session id is refused", () => {
  expect(processSuccessSchema.safeParse({ session_id: "x".repeat(301) }).success).toBe(false);
});

test.each([
  [{}, {}],
  [{ flow: "update" }, { flow: "update" }],
  [{ flow: "cancel" }, { flow: "cancel" }],
  [{ flow: "cancel", customer: "cus_1" }, { flow: "cancel" }],
])("the portal may be opened with %j", (body, read) => {
  expect(portalSchema.parse(body)).toEqual(read);
});

test.each([[{ flow: "" }], [{ flow: "refund" }], [{ flow: null }], [[]]])("not with %j", (body) => {
  expect(portalSchema.safeParse(body).success).toBe(false);
});
