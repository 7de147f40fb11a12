/** @jest-environment jsdom */

import { fireEvent, render, screen } from "@testing-library/react";
import { NumbersScreen } from "@/components/staff/numbers/numbers-screen";
import { ReconcileScreen } from "@/components/staff/reconcile/reconcile-screen";
import type { Numbers } from "@/lib/staff/numbers/schema";
import { RECONCILE_LISTS } from "@/lib/staff/reconcile/advice";
import type { Reconciliation } from "@/lib/staff/reconcile/reconciliation";
import { withoutLayout } from "@/sandbox/builders/no-layout";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

describe("numbers screen", () => {
  beforeAll(withoutLayout);

  const figuresOf = (name: string) => screen.getAllByText(name)[0]?.parentElement?.textContent;

  function show(also: Partial<Numbers> = {}) {
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
    render(
      <NumbersScreen
        numbers={{ staff_role: "staff", weeks, turnaround: [], open: {}, members: {}, ...also }}
      />,
    );
  }

  test("compares the last four weeks with the four before", () => {
    show();
    expect(figuresOf("Net revenue")).toBe("Net revenue$1,000.00was $402.00");
    expect(figuresOf("Shipped back")).toContain("4,000");
  });

  test("says nothing about turnaround when there are too few batches", () => {
    show();
    expect(figuresOf("Turnaround (days)")).toBe("Turnaround (days)–needs 10 batches");
    expect(screen.getAllByRole("row")).toHaveLength(14);
    expect(screen.getAllByRole("columnheader")).toHaveLength(5);
  });

  test("shows the turnaround of all weeks as a figure, and of each week in its row", () => {
    const days = { median_days: 11, most_days: 14, kept_percent: 97 };
    show({
      turnaround: [
        { week: null, ...days },
        { week: 1, ...days, median_days: 8 },
      ],
    });
    expect(figuresOf("Turnaround (days)")).toBe("Turnaround (days)1197% on time");
    expect(screen.getAllByRole("row")[2]?.textContent).toMatch(/814$/);
  });

  test("starts with the first week in which anything happened, and shows every later one", () => {
    const zero = { paid_batches: 0, paid_cards: 0, revenue_cents: 0, received_batches: 0 };
    const none = { ...zero, received_cards: 0, returned_batches: 0, returned_cards: 0 };
    const week = { first_day: "2026-09-24", last_day: "2026-09-30", ...none };
    show({ weeks: [week, { ...week, paid_cards: 3 }, ...Array(11).fill(week)] });
    const rows = screen.getAllByRole("row").map(({ firstChild }) => firstChild?.textContent);
    expect(rows).toEqual(["Week", "Sep 24–30", "Sep 24–30"]);
  });

  test("links each open status to its batches, and sums them up", () => {
    show({
      open: { pending: { batches: 3, cards: 30 }, grading: { batches: 1, cards: 1 } },
      members: { pro: 2, starter: 1 },
    });
    expect(screen.getByText("31 cards in 4 open batches")).toBeTruthy();
    expect(screen.getByRole("link", { name: "30 cards in 3 batches" }).getAttribute("href")).toBe(
      "/admin?payment=paid&view=to_check_in",
    );
    expect(figuresOf("Members")).toBe("Members3$227 a month");
  });
});

describe("reconcile screen", () => {
  const endpoint = stubEndpoint();

  function show(mails: number, { at = "2026-11-02T12:00:00Z", counts = {}, also = {} } = {}) {
    const empty = Object.fromEntries(
      RECONCILE_LISTS.map(({ name }) => [name, { items: [], is_more: false }]),
    );
    const items = Array.from({ length: mails }, (_, n) => ({
      at,
      order_id: null,
      batch_id: null,
      mail_id: n + 1,
      kind: "order_confirmation",
      last_error: "greylisted",
    }));
    const balance = {
      month: "2026-11-01",
      paid: 9,
      refunded: 2,
      received: 3,
      awaiting: 4,
      settled: 0,
      differs: 0,
      ...counts,
    };
    const tolerated_since = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const lists = {
      ...empty,
      staff_role: "staff",
      tolerated_since,
      asked_until: "2026-11-02T12:05:00Z",
      balance,
      emails_failed: { items, is_more: false },
      ...also,
    };
    render(<ReconcileScreen lists={lists as unknown as Reconciliation} />);
  }

  test("resends a single failed email on its own", () => {
    show(1);
    expect(screen.getByRole("button", { name: "Resend email" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Resend all emails" })).toBeNull();
  });

  test("resends several failed emails with one click", async () => {
    endpoint.answer({ status: 200, body: { outcome: "queued" } });
    show(3);
    fireEvent.click(screen.getByRole("button", { name: "Resend all emails" }));
    await endpoint.settle();
    expect(endpoint.calls).toEqual([{ path: "/api/admin/mails/retry", body: { mail_id: null } }]);
  });

  test("retries a failed Stripe event", async () => {
    endpoint.answer({ status: 200, body: { outcome: "queued" } });
    const given = { at: "2026-11-02T12:00:00Z", order_id: null, batch_id: null, event_id: "evt_1" };
    show(0, { also: { events_failed: { items: [given], is_more: false } } });
    fireEvent.click(screen.getByRole("button", { name: "Retry event" }));
    await endpoint.settle();
    expect(endpoint.calls).toEqual([{ path: "/api/admin/events/retry", body: { event_id: "evt_1" } }]);
  });

  test("offers to accept or resolve an amount that differs", () => {
    const entry = {
      at: "2026-11-02T12:00:00Z",
      order_id: "o1",
      batch_id: null,
      exception_id: 1,
      reason: "amount_mismatch",
      here: { payment_status: "unpaid", grading_fee: 75, total_paid: null, refunded_cents: 0 },
    };
    show(0, { also: { amounts_differ: { items: [entry], is_more: false } } });
    const buttons = screen.getAllByRole("button", { name: /…$/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(["Accept amount…", "Resolve…"]);
  });
});
