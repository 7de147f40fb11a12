/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { BulkPreview } from "@/components/staff/orders/bulk-preview";
import type { PreviewedOrder } from "@/lib/staff/order/oddities";

const fits = (id: string): PreviewedOrder => ({ id, owner: "a", oddities: [] });
const odd = (id: string): PreviewedOrder => ({ id, owner: "a", oddities: ["never_received"] });

function show(orders: PreviewedOrder[], reason = "") {
  const nothing = () => {};
  const rest = { hasNumber: false, isSaving: false, onReason: nothing, onBack: nothing, onSave: nothing };
  render(<BulkPreview orders={orders} reason={reason} {...rest} />);
  return screen.getByRole<HTMLButtonElement>("button", { name: /^Save/ });
}

test.each([
  ["all that are fit", [fits("1"), fits("2")], "", "Save 2 orders"],
  ["those alone that fit", [fits("1"), fits("2"), odd("3")], " ", "Save the 2 that fit"],
  ["the only one that fits", [fits("1"), odd("2")], "", "Save the 1 that fits"],
  ["all of them with a reason", [fits("1"), odd("2")], "On paper", "Save 2 orders"],
  ["those that do not fit with a reason", [odd("1"), odd("2")], "On paper", "Save 2 orders"],
])("the button says that it saves %s", (_, orders, reason, words) => {
  const button = show(orders, reason);
  expect(button.textContent).toBe(words);
  expect(button.disabled).toBe(false);
  expect(screen.queryByText("None of them fits: say why first.")).toBeNull();
});

test("where none fits nothing is saved without a reason, and the button says so", () => {
  const button = show([odd("1"), odd("2")], " ");
  expect(button.disabled).toBe(true);
  const about = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(about?.textContent).toBe("None of them fits: say why first.");
});
