/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { LogInInstead, SignupSteps } from "@/components/account/sign-up/signup-steps";

let query = "";
jest.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams(query) }));

/** Shows the page at an address of signing up; answers what follows the address after a press. */
function show(asked: string) {
  query = asked;
  history.replaceState(null, "", `/signup?${asked}`);
  const page = () => (
    <>
      <SignupSteps />
      <LogInInstead />
    </>
  );
  const { rerender } = render(page());
  return () => {
    query = location.search;
    rerender(page());
  };
}

const logIn = () => screen.getByRole("link", { name: "Log in" }).getAttribute("href");

test.each([
  ["No Commitment", "?plan=free&next=%2Fdashboard", "/login?next=%2Fdashboard&plan=free"],
  ["Serious Collector", "?plan=pro", "/login?plan=pro"],
])("%s after Change plan: only the free plan goes on to the page of before", (plan, address, login) => {
  const follow = show("plan=free&next=/dashboard");
  fireEvent.click(screen.getByRole("button", { name: "Change plan" }));
  follow();
  expect([location.search, logIn()]).toEqual(["?next=%2Fdashboard", "/login?next=%2Fdashboard"]);
  fireEvent.click(screen.getByRole("button", { name: `Choose ${plan}` }));
  follow();
  expect([location.search, logIn()]).toEqual([address, login]);
});

test("the email that stood in the form is there again after Change plan", () => {
  const follow = show("plan=free");
  const email = () => screen.getByLabelText<HTMLInputElement>("Email");
  fireEvent.change(email(), { target: { value: "casey@example.com" } });
  fireEvent.click(screen.getByRole("button", { name: "Change plan" }));
  follow();
  fireEvent.click(screen.getByRole("button", { name: "Choose Serious Collector" }));
  follow();
  expect(email().value).toBe("casey@example.com");
});

test("what is agreed to stands in the form that makes the account, and not before", () => {
  const follow = show("plan=free");
  expect(screen.getByRole("link", { name: "Terms" }).closest("form")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Change plan" }));
  follow();
  expect(screen.queryByRole("link", { name: "Terms" })).toBeNull();
});

test("an address that names a paid plan and a page leads to the checkout all the same", () => {
  show("plan=elite&next=/dashboard");
  expect(logIn()).toBe("/login?plan=elite");
});
