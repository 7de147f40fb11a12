import * as z from "zod/mini";
import { AppError } from "@/lib/base/errors";
import { writeAsStaff } from "@/lib/staff/mutations";

const mockCall = jest.fn();
jest.mock("@/lib/supabase/rpc", () => ({ call: (...args: unknown[]) => mockCall(...args) }));
jest.mock("@/lib/supabase/service", () => ({ serviceClient: () => ({}) }));

const write = () => writeAsStaff("staff_hand_over", { p_actor: "a", p_user_id: "b" }, z.unknown());

test("a right that is missing when the database writes is named in the refusal", async () => {
  const cause = new Error('the right "set_paid" is missing');
  mockCall.mockRejectedValue(new AppError("not_allowed", { cause }));
  await expect(write()).rejects.toMatchObject({
    status: 403,
    message: "You may not set a payment by hand. An owner can give you the right.",
  });
});

test.each([
  new AppError("not_allowed", { cause: new Error("only staff may do this") }),
  new AppError("not_allowed"),
  new Error('the right "set_paid" is missing'),
])("any other refusal stays as it is: %s", async (error) => {
  mockCall.mockRejectedValue(error);
  await expect(write()).rejects.toBe(error);
});
