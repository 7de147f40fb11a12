/** @jest-environment jsdom */
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PlanCheckout } from "@/components/membership/plan-checkout";
import { PlanLink } from "@/components/membership/plan-link";
import { apiPaths } from "@/lib/base/api-paths";
import { SIGNED_IN_COOKIE } from "@/lib/base/signed-in-cookie";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

// Other tabs, which jsdom does not have.
Object.assign(globalThis, {
  BroadcastChannel: class {
    close() {}
    postMessage() {}
  },
});

const endpoint = stubEndpoint();
const user = userEvent.setup();
const checkouts = () => endpoint.calls.filter(({ path }) => path === apiPaths.membershipCheckout).length;

function open(query: string, { isSignedIn = true } = {}) {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
  document.cookie = isSignedIn ? `${SIGNED_IN_COOKIE}=1` : `${SIGNED_IN_COOKIE}=; max-age=0`;
  window.history.replaceState(null, "", `/pricing${query}`);
  return render(<PlanCheckout />);
}

test.each([
  ["fails without a word", { status: 503, body: "<html>" }, "Failed to start checkout. Please try again."],
  ["answers without an address", { status: 200, body: {} }, "No checkout URL returned"],
  ["says why", { status: 503, body: { error: "Not now." } }, "Not now."],
])("a checkout that %s says so and can be tried again", async (_what, answer, message) => {
  endpoint.answer(answer);
  open("?plan=pro");
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByText("Serious Collector was not started")).toBeTruthy();
  const before = checkouts();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(checkouts()).toBe(before + 1));
});

test("a page that the browser loads ahead starts nothing and asks nothing until it is opened", async () => {
  endpoint.answer({ status: 503, body: { error: "Not now." } });
  Object.defineProperty(document, "prerendering", { value: true, configurable: true });
  const before = endpoint.calls.length;
  open("?plan=pro");
  // Long enough for what would be sent at once.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(endpoint.calls.length).toBe(before);
  Reflect.deleteProperty(document, "prerendering");
  await act(async () => document.dispatchEvent(new Event("prerenderingchange")));
  expect(await screen.findByText("Not now.")).toBeTruthy();
  expect(endpoint.calls.slice(before).map(({ path }) => path)).toContain(apiPaths.membershipCheckout);
});

test("a session that has ended is led to the log-in, with the plan", async () => {
  endpoint.answer({ status: 401, body: { error: "Please log in.", code: "sign_in_required" } });
  open("?plan=pro");
  expect((await screen.findByRole("link", { name: "Log in" })).getAttribute("href")).toBe("/login?plan=pro");
});

test("the same on a slow device, where the page's own question has taken the mark of the session away", async () => {
  endpoint.answer({ status: 401, body: { error: "Please log in.", code: "sign_in_required" } });
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
  document.cookie = `${SIGNED_IN_COOKIE}=1`;
  render(<PlanLink plan="pro" name="Serious Collector" isPrimary />);
  open("?plan=pro", { isSignedIn: false });
  expect(await screen.findByText("Serious Collector was not started")).toBeTruthy();
});

test("a visitor is asked to create an account; nothing is sent", async () => {
  open("?plan=elite", { isSignedIn: false });
  expect(await screen.findByText("Create an account to start Volume Master")).toBeTruthy();
  const target = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect([target("Create Account"), target("Log in")]).toEqual(["/signup?plan=elite", "/login?plan=elite"]);
  expect(checkouts()).toBe(0);
});

test("a plan that does not exist is refused; without one, and for the free one, there is nothing to say", async () => {
  open("?plan=platinum");
  expect(await screen.findByText("Invalid plan selected. Please try again.")).toBeTruthy();
  for (const query of ["", "?plan=free"]) {
    const { container } = open(query);
    expect(container.textContent).toBe("");
  }
  expect(checkouts()).toBe(0);
});

describe("coming back from a payment page that was not paid", () => {
  test("says that nothing was charged, starts nothing, and offers to continue", async () => {
    endpoint.answer({ status: 503, body: { error: "Not now." } });
    const before = checkouts();
    open("?left=pro");
    expect(await screen.findByText("You didn't finish signing up for Serious Collector")).toBeTruthy();
    expect(screen.getByText("Nothing was charged.")).toBeTruthy();
    // A reload, or a person who gets the address, must not see it again.
    await waitFor(() => expect(location.search).toBe(""));
    expect(checkouts()).toBe(before);
    await user.click(screen.getByRole("button", { name: "Continue with Serious Collector" }));
    await waitFor(() => expect(checkouts()).toBe(before + 1));
  });

  test("says nothing about a plan that does not exist, or to a member", async () => {
    expect(open("?left=platinum").container.textContent).toBe("");
    endpoint.answer({ status: 200, body: { plan: "pro" } });
    const { container } = open("?left=pro");
    await waitFor(() => expect(container.textContent).toBe(""));
  });
});
