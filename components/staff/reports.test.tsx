/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { NumbersScreen } from "@/components/staff/numbers/numbers-screen";
import { ReconcileScreen } from "@/components/staff/reconcile/reconcile-screen";
import { RECONCILE_LISTS } from "@/lib/staff/reconcile/advice";
import type { Reconciliation } from "@/lib/staff/reconcile/reconciliation";
import { withoutLayout } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

describe("numbers screen", () => {
  beforeAll(withoutLayout);

  const figuresOf = (name: string) => screen.getAllByText(name)[0]?.parentElement?.textContent;

  test("compares the last four weeks with the four before and shows the turnaround", () => {
    const weeks = Array.from({ length: 13 }, (_, week) => ({
      first_day: `2026-0${9 - Math.floor(week / 4)}-${10 + (week % 4)}`,
      last_day: "2026-09-30",
      paid_batches: 1,
      paid_cards: 10,
      revenue_cents: week < 4 ? 25_000 : 10_050,
      received_batches: 1,
      received_cards: 9,
      returned_batches: 1,
      returned_cards: 1_000,
    }));
    const days = { median_days: 11, most_days: 14, kept_percent: 97 };
    const turnaround = [
      { week: null, ...days },
      { week: 1, ...days, median_days: 8 },
    ];
    render(<NumbersScreen numbers={{ staff_role: "staff", weeks, turnaround, open: {}, members: {} }} />);
    expect(figuresOf("Net revenue")).toBe("Net revenue$1,000.00was $402.00");
    expect(figuresOf("Turnaround (days)")).toBe("Turnaround (days)1197% on time");
    expect(screen.getAllByRole("row")[2]?.textContent).toMatch(/814$/);
  });
});

describe("reconcile screen", () => {
  const endpoint = stubEndpoint();
  const entry = { at: "2026-11-02T12:00:00Z", order_id: null, batch_id: null };
  const mail = { ...entry, mail_id: 1, kind: "order_confirmation", last_error: "greylisted" };

  test.each([
    ["emails_failed", [mail, mail], "Resend all emails", "/api/admin/mails/retry", { mail_id: null }],
    [
      "events_failed",
      [{ ...entry, event_id: "evt_1" }],
      "Retry event",
      "/api/admin/events/retry",
      { event_id: "evt_1" },
    ],
  ])("retries the entries of %s", async (list, items, name, path, body) => {
    const empty = Object.fromEntries(RECONCILE_LISTS.map((one) => [one.name, { items: [], is_more: false }]));
    const balance = {
      month: "2026-11-01",
      paid: 9,
      refunded: 2,
      received: 3,
      awaiting: 4,
      settled: 0,
      differs: 0,
    };
    const tolerated_since = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const shared = { staff_role: "staff", tolerated_since, asked_until: "2026-11-02T12:05:00Z", balance };
    const lists = { ...empty, ...shared, [list]: { items, is_more: false } };
    endpoint.answer({ status: 200, body: { outcome: "queued" } });
    render(<ReconcileScreen lists={lists as unknown as Reconciliation} />);
    fireEvent.click(screen.getByRole("button", { name }));
    await endpoint.settle();
    expect(endpoint.calls).toEqual([{ path, body }]);
  });
});
