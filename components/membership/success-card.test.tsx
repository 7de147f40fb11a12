/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { SuccessCard } from "@/components/membership/success-card";
import { SuccessError } from "@/components/membership/success-error";
import { SuccessProgress } from "@/components/membership/success-progress";
import { aMembership } from "@/sandbox/builders/membership";
import { serverRendered } from "@/sandbox/builders/server-rendered";

const SESSION = "cs_test_a1b2c3d4e5";
const NOW = Date.parse("2026-11-20T00:00:00Z");

const links = () =>
  screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")?.split("?")[0]]);
const facts = () =>
  Object.fromEntries(
    screen.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]),
  );

test("a paid membership: plan, limit, Active, its dates and what to do next", () => {
  render(<SuccessCard membership={aMembership()} reference={SESSION} isSignedIn now={NOW} />);
  expect(facts()).toEqual({
    Plan: "Serious Collector",
    "Rate per card": "$22.00",
    "Monthly limit": "500 cards",
    "Start date": "November 6, 2026",
    "Renewal date": "December 6, 2026",
  });
  expect(screen.getByText("Active")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Next steps" })).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(3);
  expect(links()).toEqual([
    ["Submit Cards", "/submit"],
    ["Go to Dashboard", "/dashboard"],
  ]);
});

test("who is signed out may log in or look at the plans", () => {
  render(<SuccessCard membership={aMembership()} reference={SESSION} isSignedIn={false} now={NOW} />);
  expect(links()).toEqual([
    ["Log in", "/login"],
    ["View plans", "/pricing"],
  ]);
});

test.each([
  [false, "Active (being confirmed)"],
  [true, "Active"],
])(
  "a membership whose facts are not known, processed before: %s, is a starter's and %s",
  (isProcessed, label) => {
    render(
      <SuccessCard membership={null} isProcessed={isProcessed} reference={SESSION} isSignedIn now={NOW} />,
    );
    expect(facts()).toMatchObject({ Plan: "Casual Collector", "Renewal date": "Being confirmed" });
    expect(screen.getByText(label)).toBeTruthy();
  },
);

test.each([
  [{ userId: "u1", email: "casey@example.com" }, "Setting up your membership…"],
  [null, "Looking for your account…"],
])("while nothing is known a ring turns (%j)", (payer, title) => {
  globalThis.fetch = jest.fn(() => new Promise<Response>(() => {}));
  const { container } = render(<SuccessProgress sessionId={SESSION} payer={payer} />);
  expect(screen.getByRole("heading").textContent).toBe(title);
  expect(container.querySelectorAll("svg.animate-spin")).toHaveLength(1);
});

test("a payment on its way has the mark of one that is not known, as a batch's has", async () => {
  const json = async () => ({ success: false, status: "pending" });
  globalThis.fetch = jest.fn(async () => ({ ok: true, status: 200, json }) as Response);
  const { container } = render(
    <SuccessProgress sessionId={SESSION} payer={{ userId: "u1", email: "casey@example.com" }} />,
  );
  expect(await screen.findByRole("heading", { level: 1, name: "Your payment is on its way" })).toBeTruthy();
  expect(container.querySelector("header svg")).toBeTruthy();
});

test("where no script runs, the wait says that the membership starts by itself", () => {
  const page = serverRendered(<SuccessProgress sessionId={SESSION} payer={null} />);
  page.remove();
  expect(page.querySelector("noscript")?.textContent).toMatch(
    /switch on JavaScript.*starts by itself.*do not pay again/,
  );
});

test("an error has another try, the dashboard, our support and the reference", () => {
  render(<SuccessError reference={SESSION} />);
  expect(screen.getByRole("alert").textContent).toContain(
    "Payment session not found. Please contact support if you were charged.",
  );
  expect(links().map(([text]) => text)).toEqual(["Try Again", "Go to Dashboard", "Contact Support"]);
  expect(screen.getByRole("alert").textContent).toContain(`Reference ID: ${SESSION}`);
});
