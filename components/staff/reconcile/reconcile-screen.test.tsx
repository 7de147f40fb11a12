/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ReconcileScreen } from "@/components/staff/reconcile/reconcile-screen";
import type { Reconciliation } from "@/lib/staff/reconcile/schema";
import { RECONCILE_LISTS } from "@/lib/staff/reconcile/words";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({
  usePathname: () => "/admin/reconcile",
  useRouter: () => ({ refresh: () => {} }),
}));

const endpoint = stubEndpoint();

function show(mails: number) {
  const empty = Object.fromEntries(RECONCILE_LISTS.map(({ name }) => [name, { items: [], is_more: false }]));
  const items = Array.from({ length: mails }, (_, n) => ({
    at: "2026-11-22T12:00:00Z",
    order_id: null,
    batch_id: null,
    mail_id: n + 1,
    kind: "order_confirmation",
    last_error: "greylisted",
  }));
  const lists = { ...empty, staff_role: "staff", mails_failed: { items, is_more: false } } as Reconciliation;
  render(<ReconcileScreen lists={lists} />);
}

test("one mail that failed is sent again by itself", () => {
  show(1);
  expect(screen.getByRole("button", { name: "Send Again" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send All Again" })).toBeNull();
});

test("the mails of a bad day are sent again with one press", async () => {
  endpoint.answer({ status: 200, body: { outcome: "queued" } });
  show(3);
  await userEvent.click(screen.getByRole("button", { name: "Send All Again" }));
  expect(endpoint.calls).toEqual([{ path: "/api/admin/mails/retry", body: { mail_id: null } }]);
});
