/** @jest-environment jsdom */
import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ComponentProps } from "react";
import { SubmitGuest, SubmitMember } from "@/components/orders/submit/submit-screens";
import { type PlanType, plans } from "@/lib/base/plans";
import { aMembership } from "@/sandbox/builders/membership";
import { withoutLayout } from "@/sandbox/builders/no-layout";
import { anOrder } from "@/sandbox/builders/order";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));
beforeAll(withoutLayout);

type Page = ComponentProps<typeof SubmitMember>["page"];

const anId = (n: number) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, "0")}`;
const orderOf = (plan_type: PlanType, n: number) =>
  anOrder({ id: anId(n), batch_id: `BATCH-TEST0001-${1000 + n}`, plan_type });
const TEN = Array.from({ length: 10 }, (_, n) => orderOf("free", n));

/** /submit of a person whose batch is priced by this plan. */
function show(plan: PlanType, fields: Partial<Page> = {}) {
  const page: Page = {
    plan: { type: plan, ...plans[plan] },
    remaining: null,
    month: { start: "2026-11-01", end: "2026-11-30", used_cards: 0, held_cards: 0 },
    staff_role: null,
    subscription: null,
    profile: { address_line1: "77 Sunset Strip" },
    open_checkout: null,
    recent_orders: [],
    is_more: false,
    ...fields,
  };
  return render(<SubmitMember person={{ userId: "u1", email: "a@b.test" }} page={page} wantsFree={false} />);
}
const viewAll = () => screen.queryByText("View all paid batches on the dashboard")?.closest("a") ?? null;

test("shows previous submissions in seven columns, each plan with its type", () => {
  const plansInTurn = ["payg", "free", "starter", "pro", "elite"] as const;
  show("free", { recent_orders: plansInTurn.map(orderOf) });
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Batch ID",
    "Date",
    "Type",
    "Cards",
    "Total",
    "Payment",
    "Status",
  ]);
  const rows = screen.getAllByRole("row").slice(1);
  const typeOf = (row: HTMLElement) => within(row).getAllByRole("cell")[1]?.textContent;
  expect(rows.map(typeOf)).toEqual([
    "Pay-As-You-Go",
    "No Commitment",
    "Casual Collector",
    "Serious Collector",
    "Volume Master",
  ]);
});

test.each([
  [{ payment_status: "paid" }, "Paid"],
  [{ payment_status: "unpaid" }, "Unpaid"],
  [{ payment_status: "canceled", paid_at: null }, "Unpaid"],
  [{ payment_status: "canceled", paid_at: "2026-11-19T12:00:00Z" }, "Refunded"],
] as const)("shows a batch with %j as %s", (fields, text) => {
  show("free", { recent_orders: [anOrder(fields)] });
  const row = screen.getAllByRole("row")[1] as HTMLElement;
  expect(within(row).getAllByRole("cell")[4]?.textContent).toBe(text);
});

test.each([
  [{}, "Waiting for your cards"],
  [{ cancel_requested_at: "2026-11-19T12:00:00Z" }, "Cancellation requested"],
  [
    { cancel_requested_at: "2026-11-19T12:00:00Z", arrived_at: "2026-11-20T12:00:00Z" },
    "Cancellation requested",
  ],
  [{ payment_status: "unpaid" }, "Pending"],
] as const)("shows the status of a batch with %j as %s", (fields, text) => {
  show("free", { recent_orders: [anOrder(fields)] });
  const row = screen.getAllByRole("row")[1] as HTMLElement;
  expect(within(row).getAllByRole("cell")[5]?.textContent).toBe(text);
});

test.each([
  [{ payment_status: "paid" }, ["BATCH-TEST0001-2345"]],
  [{ payment_status: "unpaid" }, []],
] as const)("links a batch with %j to %j on the dashboard", (fields, batches) => {
  show("free", { recent_orders: [anOrder({ batch_id: "BATCH-TEST0001-2345", ...fields })] });
  const links = within(screen.getByRole("table")).queryAllByRole("link");
  const batchOf = (link: HTMLElement) =>
    new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("batch");
  expect(links.map(batchOf)).toEqual(batches);
});

test("offers how to ship only for batches that are paid and not shipped", () => {
  const shipped = { inbound_shipped_at: "2026-11-19T12:00:00Z" };
  const rows = [{}, shipped, { payment_status: "unpaid" as const }];
  show("free", { recent_orders: rows.map((fields, n) => ({ ...orderOf("free", n), ...fields })) });
  const buttons = screen.getAllByRole("button", { name: /^How to ship/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["How to ship BATCH-TEST0001-1000"]);
});

test("links to the dashboard when there are more than ten", () => {
  const { container, unmount } = show("free", { recent_orders: TEN });
  expect(container.querySelectorAll("tbody tr")).toHaveLength(10);
  expect(viewAll()).toBeNull();
  unmount();
  show("free", { recent_orders: TEN.slice(0, 1), is_more: true });
  expect(viewAll()?.getAttribute("href")).toBe("/dashboard?tab=all");
});

test("shows a member the quota and how many cards are left", () => {
  show("starter", { remaining: 3, subscription: aMembership({ plan_type: "starter" }) });
  expect(screen.getByRole("progressbar", { name: "Cards used this month" })).toBeTruthy();
  expect(screen.getByPlaceholderText("Enter number (max 3)")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Free plan" })).toBeNull();
});

test("shows when a chosen lower plan begins, but not to staff", () => {
  const subscription = aMembership({ plan_type: "elite", next_plan_type: "pro" });
  const words =
    /Starting December 6, 2026: Serious Collector\. \$99\.00 a month, \$22\.00 per card, up to 500 cards a month/;
  const { unmount, container } = show("elite", { remaining: 3, subscription });
  expect(container.textContent).toMatch(words);
  unmount();
  expect(show("elite", { staff_role: "staff", subscription }).container.textContent).not.toMatch(words);
});

test("shows the limit in place of the form when no cards are left", () => {
  show("starter", { remaining: 0, subscription: aMembership({ plan_type: "starter" }) });
  expect(screen.getByRole("heading", { name: "Monthly Limit Reached" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Upgrade plan" })).toBeTruthy();
  expect(screen.queryByLabelText("Number of cards")).toBeNull();
});

test("shows the free plan and a link to memberships when there is no membership", () => {
  show("free");
  expect(screen.getByRole("heading", { name: "Free plan" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "See memberships" }).getAttribute("href")).toBe("/pricing");
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByLabelText(/^Notes/)).toBeTruthy();
  expect(screen.queryByText("No shipping address on your profile")).toBeNull();
});

const PENDING = {
  ...{ batch_id: "BATCH-TEST0001-AB12", num_cards: 12, stripe_session_id: "cs_1" },
  payment_status: "pending" as const,
};

test.each([
  [
    "a guest",
    () => render(<SubmitGuest pendingOrders={[{ ...PENDING, plan_type: "payg" }]} />),
    "&mode=payg",
  ],
  ["a member", () => show("pro", { recent_orders: [anOrder({ ...PENDING, plan_type: "pro" })] }), ""],
])("shows %s a payment on its way, with a link to check it", (_who, open, mode) => {
  open();
  const link = screen.getByRole("link", { name: "Check the payment" });
  expect(link.parentElement?.textContent).toBe(
    "Your payment for 12 cards is on its way. We'll email you when it arrives. Check the payment",
  );
  expect(link.getAttribute("href")).toBe(
    `/submission-confirmation?batch_id=BATCH-TEST0001-AB12${mode}&session_id=cs_1`,
  );
});

test("shows a guest the rate, what it includes and free cancellation", () => {
  const { container } = render(<SubmitGuest pendingOrders={[]} />);
  const total = screen.getByText("Total").parentElement?.parentElement;
  expect(total?.textContent).toMatch(/\$25\.00 per card\. Includes grading and insured return shipping\./);
  expect(screen.getByText(/^Free cancellation until you ship\./).nextElementSibling?.textContent).toMatch(
    /^By paying/,
  );
  expect(screen.getByText(/^Insured up to \$/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Shipping instructions" })).toBeTruthy();
  expect(container.textContent).not.toContain("$30");
});

test("shows an unpaid batch in place of the form until it is discarded", () => {
  const open = anOrder({ payment_status: "unpaid", num_cards: 12, grading_fee: 300, title: "Vintage lot" });
  show("free", { open_checkout: open });
  expect(screen.getByRole("heading", { name: "Finish paying for this batch" })).toBeTruthy();
  expect(screen.getByText("Vintage lot")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /^(Pay|Continue)/ }).map((it) => it.textContent)).toEqual([
    "Pay $300.00",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Discard and start over" }));
  expect(screen.getByLabelText("Number of cards")).toBeTruthy();
  expect(screen.queryByText("Vintage lot")).toBeNull();
});
