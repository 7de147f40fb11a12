/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import { ReturnsScreen } from "@/components/staff/returns/returns-screen";
import type { ReturnDesk } from "@/lib/staff/returns/return-desk";
import { aStaffOrder } from "@/sandbox/builders/order";

jest.mock("next/navigation", () => ({ usePathname: () => "/admin/returns", useRouter: () => ({}) }));

function show(asked: ReturnDesk["asked"], asked_total = { count: asked.length, is_more: false }) {
  const none = { count: 0, is_more: false };
  const desk = { staff_role: "staff" as const, orders: [], ready: [], ready_total: none, acts: [] };
  return render(<ReturnsScreen desk={{ ...desk, asked, asked_total }} code="" />).container;
}
const asked = (batch_id: string) =>
  aStaffOrder({ id: batch_id, batch_id, address_asked_until: "2026-11-27T14:05:00Z" });

test("a graded batch whose owner is asked where to is named, and leads to the question", () => {
  const page = show([asked("BATCH-ABCDEFGH-0001")]);
  expect(page.textContent).toContain("1 waits for its owner's address:");
  expect(page.textContent).toContain("until Nov 27, 2026, 2:05 PM UTC");
  expect(screen.getByRole("link", { name: "BATCH-ABCDEFGH-0001" }).getAttribute("href")).toBe(
    "/admin/returns?code=BATCH-ABCDEFGH-0001",
  );
});

test("those that are read are named, and the others counted", () => {
  const many = Array.from({ length: 10 }, (_, n) => asked(`BATCH-ABCDEFGH-${String(n).padStart(4, "0")}`));
  const page = show(many, { count: 1000, is_more: true });
  expect(page.textContent).toContain("1,000+ wait for their owners' addresses:");
  expect(screen.getAllByRole("link", { name: /^BATCH-/ })).toHaveLength(10);
  expect(page.textContent).toContain("and others");
});

test("where nobody is asked nothing is said of it", () => {
  expect(show([]).textContent).not.toMatch(/address/);
});
