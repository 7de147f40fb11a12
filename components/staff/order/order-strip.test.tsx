/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { OrderStrip } from "@/components/staff/order/order-strip";
import { aStaffOrder } from "@/sandbox/builders/order";

const show = (columns: Parameters<typeof aStaffOrder>[0]) =>
  render(<OrderStrip order={aStaffOrder(columns)} email={null} phone={null} />);

test("the next step leads to where it is done", () => {
  show({ payment_status: "paid", submission_status: "received" });
  expect(screen.getByRole("link", { name: "Put it into a group" }).getAttribute("href")).toBe(
    "/admin/grader",
  );
});

test.each([
  ["that is done on this page", { payment_status: "unpaid", arrived_at: null }, "Look at its payment"],
  ["where there is none", { payment_status: "canceled", arrived_at: null }, "Nothing to do"],
] as const)("a step %s is no link", (_, columns, words) => {
  show(columns);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole("link", { name: words })).toBeNull();
});

test.each([
  [{ payment_status: "paid", total_paid: 100 }, "No name is kept"],
  [{ payment_status: "unpaid", total_paid: null }, "Guest, not paid yet"],
] as const)("nobody's order that is %j: %s", (columns, words) => {
  show({ ...columns, customer_name: null, email: null });
  expect(screen.getByText(words)).toBeTruthy();
});

test.each([{ customer_name: "Ann" }, { customer_name: null }])("one press writes to %j", (columns) => {
  show({ ...columns, email: "a&b@example.test" });
  const link = screen.getByRole("link", { name: "a&b@example.test" });
  expect(link.getAttribute("href")).toBe("mailto:a%26b@example.test");
});

test("two numbers in one field are read, and neither is dialled", () => {
  const phone = "030/123456, 0171/123456";
  render(<OrderStrip order={aStaffOrder()} email={null} phone={phone} />);
  expect(screen.getByText(phone).closest("a")).toBeNull();
});
