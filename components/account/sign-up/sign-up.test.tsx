/** @jest-environment jsdom */

import { act, fireEvent, render, screen } from "@testing-library/react";
import { LogInInstead, PlanChoice, SignupForm, SignupSteps } from "@/components/account/sign-up/signup-steps";
import { storeTypedEmail, takeTypedEmail } from "@/lib/auth/sign-in/typed-email";
import type { SignupPlan } from "@/lib/auth/signup-rules";
import { navigation } from "@/sandbox/builders/navigation";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

describe("signup form", () => {
  const endpoint = stubEndpoint();
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const press = () =>
    fireEvent.click(screen.getByText("Create Account", { selector: "button, button > span" }));

  function signUp(email: string, password: string, confirm: string) {
    render(<SignupForm plan="free" onChangePlan={() => {}} isFocused={false} />);
    type("Email", email);
    type("Password", password);
    type("Confirm password", confirm);
    press();
  }

  test.each([
    ["nothing", "", "", "", "Please fill in all fields"],
    ["a short password", "casey@example.com", "12345", "12345", "Password must be at least 6 characters"],
    ["two passwords", "casey@example.com", "123456", "654321", "Passwords do not match"],
  ])(
    "shows one problem at a time and sends nothing for %s",
    async (_what, email, password, confirm, message) => {
      signUp(email, password, confirm);
      await endpoint.settle();
      expect(screen.getByRole("alert").textContent).toBe(message);
      expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe(email);
      expect(endpoint.calls).toEqual([]);
    },
  );

  test("offers a login that keeps the plan for a registered email", async () => {
    const error = "This email is already registered. Please sign in instead.";
    endpoint.answer({ status: 409, body: { error, code: "already_registered" } });
    signUp("casey@example.com", "123456", "123456");
    await endpoint.settle();
    expect(screen.getByRole("alert").textContent).toBe(error);
    expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login?plan=free");
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("casey@example.com");
  });

  test("shows the generic error for an unreadable response", async () => {
    endpoint.answer({ status: 503, body: "<html>" });
    signUp("casey@example.com", "123456", "123456");
    await endpoint.settle();
    expect(screen.getByRole("alert").textContent).toBe("An unexpected error occurred. Please try again.");
  });
});

describe("signup delays", () => {
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

  async function signUp(plan: SignupPlan) {
    render(<SignupForm plan={plan} isFocused={false} onChangePlan={() => {}} />);
    fireEvent.change(screen.getByLabelText("Email"), { target: { value: "casey@example.com" } });
    await send();
  }

  async function send() {
    for (const label of ["Password", "Confirm password"]) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: "password123" } });
    }
    fireEvent.click(screen.getByRole("button", { name: /^(Create Account|Continue to payment)/ }));
    await act(() => jest.advanceTimersByTimeAsync(0));
  }

  test.each([
    ["free", true, "Opening your first submission…", 500],
    ["pro", true, "Opening checkout…", 500],
    ["pro", false, "Account created! Please log in to continue.", 2_000],
  ] as const)(
    "confirms a new account with plan %s, signed in: %s, by showing %s for %d ms",
    async (plan, isSignedIn, text, ms) => {
      // A URL that jsdom can navigate to.
      answer = { isSignedIn, redirectTo: "#next" };
      await signUp(plan);
      expect(sent).toEqual([expect.objectContaining({ email: "casey@example.com", plan })]);
      expect(screen.getByText(text)).toBeTruthy();
      act(() => jest.advanceTimersByTime(ms - 1));
      expect(window.location.hash).toBe("");
      act(() => jest.advanceTimersByTime(1));
      expect(window.location.hash).toBe("#next");
      // The email is kept for the login only if the person still has to log in.
      expect(takeTypedEmail()).toBe(isSignedIn ? null : "casey@example.com");
    },
  );

  test("prefills the guest's email and sends the next page with the form", async () => {
    storeTypedEmail("casey@example.com");
    render(<SignupForm plan="free" next="/dashboard" onChangePlan={() => {}} isFocused={false} />);
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("casey@example.com");
    answer = { isSignedIn: true, redirectTo: "#next" };
    await send();
    expect(screen.getByText("Opening your page…")).toBeTruthy();
    expect(sent).toEqual([expect.objectContaining({ email: "casey@example.com", next: "/dashboard" })]);
  });
});

describe("signup steps", () => {
  /** Renders the sign-up at this query. Returns a function that applies the last navigation. */
  function show(asked: string) {
    navigation.query = asked;
    history.replaceState(null, "", `/signup?${asked}`);
    const page = () => (
      <>
        <SignupSteps />
        <LogInInstead />
      </>
    );
    const { rerender } = render(page());
    return () => {
      navigation.query = location.search;
      rerender(page());
    };
  }

  const logIn = () => screen.getByRole("link", { name: "Log in" }).getAttribute("href");

  test.each([
    ["No Commitment", "?plan=free&next=%2Fdashboard", "/login?next=%2Fdashboard&plan=free"],
    ["Serious Collector", "?plan=pro", "/login?plan=pro"],
  ])("keeps `next` only for the free plan when choosing %s after Change plan", (plan, address, login) => {
    const follow = show("plan=free&next=/dashboard");
    fireEvent.click(screen.getByRole("button", { name: "Change plan" }));
    follow();
    expect([location.search, logIn()]).toEqual(["?next=%2Fdashboard", "/login?next=%2Fdashboard"]);
    fireEvent.click(screen.getByRole("button", { name: `Choose ${plan}` }));
    follow();
    expect([location.search, logIn()]).toEqual([address, login]);
  });
});

describe("plan choice", () => {
  test("offers every plan, and pay-as-you-go at the advertised price", () => {
    const chosen: string[] = [];
    render(<PlanChoice onChoose={(plan) => chosen.push(plan)} />);
    for (const button of screen.getAllByRole("button", { name: /^Choose/ })) fireEvent.click(button);
    expect(chosen).toEqual(["free", "starter", "pro", "elite"]);
    const link = screen.getByRole("link", { name: "Try Pay-As-You-Go" });
    expect(link.getAttribute("href")).toBe("/submit?mode=payg");
    expect(link.parentElement?.textContent).toContain("Up to $30/card");
  });
});
