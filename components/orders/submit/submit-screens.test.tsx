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

test("links to the dashboard when there are more than ten submissions", () => {
  const { container, unmount } = show("free", { recent_orders: TEN });
  expect(container.querySelectorAll("tbody tr")).toHaveLength(10);
  expect(viewAll()).toBeNull();
  unmount();
  show("free", { recent_orders: TEN.slice(0, 1), is_more: true });
  expect(viewAll()?.getAttribute("href")).toBe("/dashboard?tab=all");
});

test("shows a member's quota and the cards left", () => {
  show("starter", { remaining: 3, subscription: aMembership({ plan_type: "starter" }) });
  expect(screen.getByRole("progressbar", { name: "Cards used this month" })).toBeTruthy();
  expect(screen.getByPlaceholderText("Enter number (max 3)")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Free plan" })).toBeNull();
});

test("replaces the form with the limit when no cards are left", () => {
  show("starter", { remaining: 0, subscription: aMembership({ plan_type: "starter" }) });
  expect(screen.getByRole("heading", { name: "Monthly Limit Reached" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Upgrade plan" })).toBeTruthy();
  expect(screen.queryByLabelText("Number of cards")).toBeNull();
});

test("shows the free plan and a link to memberships without a membership", () => {
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
])("shows %s a pending payment with a link to check it", (_who, open, mode) => {
  open();
  const link = screen.getByRole("link", { name: "Check the payment" });
  expect(link.parentElement?.textContent).toBe(
    "Your payment for 12 cards is on its way. We'll email you when it arrives. Check the payment",
  );
  expect(link.getAttribute("href")).toBe(
    `/submission-confirmation?batch_id=BATCH-TEST0001-AB12${mode}&session_id=cs_1`,
  );
});

test("replaces the form with an unpaid batch until it is discarded", () => {
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
