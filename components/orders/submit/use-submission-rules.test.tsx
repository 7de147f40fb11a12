/** @jest-environment jsdom */

import { renderHook } from "@testing-library/react";
import { loadSubmissionRules, useSubmissionRules } from "@/components/orders/submit/use-submission-rules";

/* A file of its own: the rules are loaded once. */

let mockHasCome = false;
jest.mock("@hookform/resolvers/zod", () => {
  if (!mockHasCome) throw new Error("The script did not come.");
  return jest.requireActual("@hookform/resolvers/zod");
});

test("without its rules the form sends what was typed, for the endpoint to judge; with them it judges", async () => {
  const { result } = renderHook(() => useSubmissionRules(3));
  const options = { fields: {}, shouldUseNativeValidation: false };
  const judge = (numCards: string) => result.current({ numCards, notes: "" }, undefined, options);
  await expect(loadSubmissionRules()).rejects.toThrow("did not come");
  expect(await judge("4")).toEqual({ values: { numCards: "4", notes: "" }, errors: {} });
  mockHasCome = true;
  expect(await judge("4")).toMatchObject({
    errors: { numCards: { message: "You can only submit up to 3 cards this month" } },
  });
  expect(await judge("3")).toEqual({ values: { numCards: "3", notes: "" }, errors: {} });
});
