/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { OrderAlerts } from "@/components/staff/order/order-alerts";
import { aStaffOrder } from "@/sandbox/builders/order";

const RECEIVED = {
  fulfillment_status: "grading",
  received_at: "2026-11-20T12:00:00Z",
  received_count: 10,
  package_condition: "ok",
} as const;
const titles = () => screen.queryAllByText(/./, { selector: "p" }).map(({ textContent }) => textContent);

test("an order of which all is well has nothing to say", () => {
  render(<OrderAlerts order={aStaffOrder(RECEIVED)} exceptions={[]} />);
  expect(titles()).toEqual([]);
});

test("who opens a refunded order whose cards are here reads that they must go back", () => {
  render(<OrderAlerts order={aStaffOrder({ ...RECEIVED, payment_status: "canceled" })} exceptions={[]} />);
  expect(titles()).toEqual([
    "The order is canceled. 10 cards of it are here and must go back to the customer.",
  ]);
});

test("a refunded order whose cards are back asks for nothing more", () => {
  const sentBack = { ...RECEIVED, payment_status: "canceled", fulfillment_status: "complete" } as const;
  render(<OrderAlerts order={aStaffOrder(sentBack)} exceptions={[]} />);
  expect(titles()).toEqual([]);
});
