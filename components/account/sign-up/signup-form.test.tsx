/** @jest-environment jsdom */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SignupForm } from "@/components/account/sign-up/signup-form";
import { carryEmail, takeCarriedEmail } from "@/lib/auth/sign-in/carried-email";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

const goTo = jest.fn();
jest.mock("@/lib/auth/sign-in/signed-in", () => ({
  goTo: (...args: unknown[]) => goTo(...args),
  goOnSignedIn: ({ redirectTo }: { redirectTo: string }, delayMs: number) => goTo(redirectTo, delayMs),
}));

const endpoint = stubEndpoint();
const user = userEvent.setup({ delay: null });

async function signUp(email: string, password: string, confirm: string) {
  render(<SignupForm plan="free" onChangePlan={() => {}} isFocused={false} />);
  if (email) await user.type(screen.getByLabelText("Email"), email);
  if (password) await user.type(screen.getByLabelText("Password"), password);
  if (confirm) await user.type(screen.getByLabelText("Confirm password"), confirm);
  await user.click(screen.getByRole("button", { name: "Create Account" }));
}

beforeEach(() => goTo.mockReset());

test.each([
  ["nothing", "", "", "", "Please fill in all fields"],
  ["a short password", "casey@example.com", "12345", "12345", "Password must be at least 6 characters"],
  ["two passwords", "casey@example.com", "123456", "654321", "Passwords do not match"],
])(
  "%s: one thing at a time is said, and nothing is sent",
  async (_what, email, password, confirm, message) => {
    await signUp(email, password, confirm);
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe(email);
    expect(endpoint.calls).toEqual([]);
  },
);

test("what is missing is said at each field, what is wrong with one at that one", async () => {
  await signUp("casey@example.com", "", "");
  await screen.findByRole("alert");
  const described = (name: string) =>
    (screen.getByLabelText(name).getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent)
      .join(" ");
  expect(screen.getAllByText("Please fill this in.")).toHaveLength(2);
  expect(described("Password")).toContain("Please fill this in.");
  expect(described("Email")).not.toContain("Please fill this in.");
  await user.type(screen.getByLabelText("Password"), "123456");
  await user.type(screen.getByLabelText("Confirm password"), "654321");
  await user.click(screen.getByRole("button", { name: "Create Account" }));
  await waitFor(() => expect(described("Confirm password")).toContain("Passwords do not match"));
  expect(screen.queryByText("Please fill this in.")).toBeNull();
});

test("an address that has an account is offered the log-in, with its plan", async () => {
  const error = "This email is already registered. Please sign in instead.";
  endpoint.answer({ status: 409, body: { error, code: "already_registered" } });
  await signUp("casey@example.com", "123456", "123456");
  expect((await screen.findByRole("alert")).textContent).toBe(error);
  expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login?plan=free");
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("casey@example.com");
});

test("an answer that makes no sense is told in the catalogue's words", async () => {
  endpoint.answer({ status: 503, body: "<html>" });
  await signUp("casey@example.com", "123456", "123456");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "An unexpected error occurred. Please try again.",
  );
  expect(goTo).not.toHaveBeenCalled();
});

test.each([
  ["signed in, half a second later", true, "/submit?plan=free", 500, "Account created!"],
  ["to the log-in, two seconds later", false, "/login", 2_000, "Account created! Please log in to continue."],
])("a new account is taken on %s", async (_what, isSignedIn, redirectTo, delayMs, message) => {
  endpoint.answer({ status: 200, body: { isSignedIn, redirectTo } });
  await signUp("casey@example.com", "123456", "123456");
  expect(await screen.findByText(message)).toBeTruthy();
  expect(goTo).toHaveBeenCalledWith(redirectTo, delayMs);
  // The log-in need not ask for it again.
  expect(takeCarriedEmail()).toBe(isSignedIn ? null : "casey@example.com");
});

test("the address that paid as a guest stands there already, and the page to go on to is sent along", async () => {
  carryEmail("casey@example.com");
  render(<SignupForm plan="free" next="/dashboard" onChangePlan={() => {}} isFocused={false} />);
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("casey@example.com");
  endpoint.answer({ status: 200, body: { isSignedIn: true, redirectTo: "/dashboard" } });
  await user.type(screen.getByLabelText("Password"), "123456");
  await user.type(screen.getByLabelText("Confirm password"), "123456");
  await user.click(screen.getByRole("button", { name: "Create Account" }));
  expect(await screen.findByText("Taking you on.")).toBeTruthy();
  expect(endpoint.calls[0]?.body).toMatchObject({ email: "casey@example.com", next: "/dashboard" });
});

test.each([
  ["free", "Cancel a batch before you ship it, and its whole price comes back."],
  ["pro", "Cancel at any time; what you paid for stays until the month ends."],
] as const)("the chosen plan %s says what is lost by trying it", (plan, words) => {
  render(<SignupForm plan={plan} onChangePlan={() => {}} isFocused={false} />);
  expect(screen.getByText(words)).toBeTruthy();
});
