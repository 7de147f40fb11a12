import { payFailure } from "@/lib/http/pay-failure";
import { toFailure } from "@/lib/http/post-json";

test("where no answer came nothing was charged; else the server has the word", () => {
  expect(payFailure(toFailure(0, null))).toBe("No answer came. Nothing was charged. Please try again.");
  const refused = { error: "This batch is paid.", code: "already_paid" };
  expect(payFailure(toFailure(409, refused))).toBe("This batch is paid.");
});
