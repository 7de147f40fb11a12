/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { SignupForm } from "@/components/account/sign-up/signup-form";
import type { SignupPlan } from "@/lib/auth/signup-rules";

const sent: unknown[] = [];
let answer: object;

beforeEach(() => {
  sent.length = 0;
  window.location.hash = "";
  jest.useFakeTimers();
  globalThis.fetch = jest.fn(async (_path, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return { ok: true, status: 200, json: async () => answer } as Response;
  });
});
afterEach(() => jest.useRealTimers());

/** Fills the form in for a plan and sends it. */
async function signUp(plan: SignupPlan) {
  render(<SignupForm plan={plan} isFocused={false} onChangePlan={() => {}} />);
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "casey@example.com" } });
  for (const label of ["Password", "Confirm password"]) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: "password123" } });
  }
  fireEvent.click(screen.getByRole("button", { name: /^(Create Account|Continue to payment)/ }));
  await act(() => jest.advanceTimersByTimeAsync(0));
}

test.each([
  ["free", true, "Taking you to your first submission.", 500],
  ["pro", true, "Taking you to the checkout.", 500],
  ["pro", false, "Account created! Please log in to continue.", 2_000],
] as const)(
  "a new account of the plan %s, signed in: %s, reads %s for %d ms",
  async (plan, isSignedIn, text, ms) => {
    // An address that a page without a browser around it can go to.
    answer = { isSignedIn, redirectTo: "#next" };
    await signUp(plan);
    expect(sent).toEqual([expect.objectContaining({ email: "casey@example.com", plan })]);
    expect(screen.getByText(text)).toBeTruthy();
    act(() => jest.advanceTimersByTime(ms - 1));
    expect(window.location.hash).toBe("");
    act(() => jest.advanceTimersByTime(1));
    expect(window.location.hash).toBe("#next");
  },
);
