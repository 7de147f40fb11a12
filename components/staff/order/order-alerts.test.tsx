/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import { OrderAlerts } from "@/components/staff/order/order-alerts";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { aStaffOrder } from "@/sandbox/builders/order";

const post = jest.fn();
jest.mock("@/components/staff/use-post", () => ({ usePost: () => ({ post }) }));
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const RECEIVED = {
  fulfillment_status: "grading",
  received_at: "2026-11-20T12:00:00Z",
  received_count: 10,
  package_condition: "ok",
} as const;
const titles = () => screen.queryAllByText(/./, { selector: "p" }).map(({ textContent }) => textContent);

test("an order of which all is well has nothing to say", () => {
  render(<OrderAlerts order={aStaffOrder(RECEIVED)} exceptions={[]} set_aside={null} />);
  expect(titles()).toEqual([]);
});

test.each([
  ["received", "paid", true],
  ["processing", "paid", true],
  ["shipped", "paid", false],
  ["received", "unpaid", false],
] as const)(
  "of one that is %s and %s without a count the desk is named: %s",
  (submission_status, payment_status, isNamed) => {
    const order = aStaffOrder({ ...RECEIVED, submission_status, payment_status, received_count: null });
    render(<OrderAlerts order={order} exceptions={[]} set_aside={null} />);
    const link = screen.queryByRole("link", { name: "Count them at the desk" });
    expect(link?.getAttribute("href") ?? null).toBe(
      isNamed ? "/admin/receive?code=BATCH-TEST0001-2345" : null,
    );
  },
);

test("who opens a refunded order whose cards are here reads that they must go back", () => {
  render(
    <OrderAlerts
      order={aStaffOrder({ ...RECEIVED, payment_status: "canceled" })}
      exceptions={[]}
      set_aside={null}
    />,
  );
  expect(titles()).toEqual([
    "The order is canceled. 10 cards of it are here and must go back to the customer.",
  ]);
});

test("a refunded order whose cards are back asks for nothing more", () => {
  const sentBack = { ...RECEIVED, payment_status: "canceled", fulfillment_status: "complete" } as const;
  render(<OrderAlerts order={aStaffOrder(sentBack)} exceptions={[]} set_aside={null} />);
  expect(titles()).toEqual([]);
});

test("who opens an order whose owner is asked where to reads until when, and where that is settled", () => {
  const order = aStaffOrder({ ...RECEIVED, address_asked_until: "2026-11-27T14:05:00Z" });
  render(<OrderAlerts order={order} exceptions={[]} set_aside={null} />);
  expect(titles()).toEqual(["Its owner is asked which address counts: the cards stay here"]);
  expect(screen.getByText(/2026/, { selector: "time" }).getAttribute("datetime")).toBe(
    "2026-11-27T14:05:00Z",
  );
  expect(screen.getByRole("link").getAttribute("href")).toContain("/admin/returns?code=BATCH-TEST0001-2345");
});

test.each([
  [{ dispute_status: "needs_response" }, "The payment is disputed: needs our answer"],
  [{ dispute_status: "won" }, "The payment was disputed: won"],
  [{ count_differs: true, received_count: 9 }, "9 cards were counted, 10 were paid for"],
  [{ damage: "tampered" }, "The package came in: opened on the way"],
] as const)("%j is told in words", (changes, title) => {
  render(<OrderAlerts order={aStaffOrder({ ...RECEIVED, ...changes })} exceptions={[]} set_aside={null} />);
  expect(titles()).toEqual([title]);
});

test("who opens an order whose package is set aside reads why, and what its customer was asked", () => {
  const aside = {
    reason: "unpaid",
    note: "Wet on one side",
    set_aside_at: "2026-11-20T12:00:00Z",
    set_aside_by: "staff1@slabrelay.test",
    asked_note: "Asked on Monday",
    asked_at: "2026-11-21T12:00:00Z",
    asked_by: null,
  } as const;
  const order = aStaffOrder({ payment_status: "unpaid" });
  render(<OrderAlerts order={order} exceptions={[]} set_aside={aside} />);
  expect(titles().slice(0, 2)).toEqual(["Its package is set aside: not paid", "Wet on one side"]);
  expect(screen.getByText("Asked on Monday")).toBeTruthy();
  expect(screen.getByRole("link").getAttribute("href")).toContain("/admin/receive?code=BATCH-TEST0001-2345");
});

test("a difference that is decided, and damage that somebody has seen, need nobody any more", () => {
  const order = aStaffOrder({ ...RECEIVED, received_count: 9, package_condition: "tampered" });
  render(<OrderAlerts order={order} exceptions={[]} set_aside={null} />);
  expect(titles()).toEqual([]);
});

test("who has seen to the damage says so with one press", () => {
  const order = aStaffOrder({ ...RECEIVED, damage: "tampered" });
  render(<OrderAlerts order={order} exceptions={[]} set_aside={null} />);
  fireEvent.click(screen.getByRole("button", { name: "Reviewed" }));
  const body = { version: order.version, changes: { is_damage_seen: true } };
  expect(post).toHaveBeenCalledWith(staffApiPaths.order(order.id), body, expect.anything());
});
