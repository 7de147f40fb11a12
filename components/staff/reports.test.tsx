/** @jest-environment jsdom */

import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { NumbersScreen } from "@/components/staff/numbers/numbers-screen";
import { ReconcileScreen } from "@/components/staff/reconcile/reconcile-screen";
import type { Numbers } from "@/lib/staff/numbers/schema";
import type { Reconciliation } from "@/lib/staff/reconcile/schema";
import { RECONCILE_LISTS } from "@/lib/staff/reconcile/words";
import { withoutLayout } from "@/sandbox/builders/no-layout";
import { aDay, someNumbers } from "@/sandbox/builders/numbers";
import { serverRendered } from "@/sandbox/builders/server-rendered";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

describe("numbers screen", () => {
  beforeAll(withoutLayout);

  const NOW = new Date("2026-11-23T12:00:00Z");
  const show = (changes: Partial<Numbers> = {}) =>
    render(<NumbersScreen numbers={someNumbers(changes)} now={NOW} />);

  const oldest = {
    order_id: "00000000-0000-4000-8000-000000000001",
    batch_id: "BATCH-ABCDEF-1234",
    // The evening of the day before, where the business is.
    since: "2026-11-04T04:00:00Z",
  };
  const busy: Partial<Numbers> = {
    days: [aDay("2026-11-20", { revenue_cents: 75_050, paid_batches: 1, paid_cards: 30 })],
    steps: [{ step: "pending", batches_before: 0, cards_before: 0, oldest }],
    step_changes: [{ day: "2026-11-20", step: "pending", batches: 1, cards: 30 }],
    turnaround: [{ day: "2026-11-20", business_days: 9, batches: 2 }],
    late: { count: 2, is_more: false },
  };

  test("a new shop is told when its numbers begin", () => {
    show({ summed_until: null });
    expect(screen.getByRole("heading", { name: "No numbers yet" })).toBeTruthy();
    expect(screen.queryByRole("img")).toBeNull();
  });

  test("two lines are told apart in words and by their strokes, also where they are the same", () => {
    const said = jest.spyOn(console, "error").mockImplementation(() => undefined);
    show(busy);
    const picture = screen.getByRole("img", { name: "Turnaround, week by week" });
    expect(picture.querySelector("desc")?.textContent).toMatch(
      /^Median: 9 business days .*90th percentile: /,
    );
    const lines = [...picture.querySelectorAll("g > path:first-child")];
    expect(lines.map((line) => line.getAttribute("stroke-dasharray"))).toEqual([null, "5 4"]);
    // The one week that there is shows as a dot of each.
    const dots = [...picture.querySelectorAll("g > path + path")];
    expect(dots.map((dot) => [dot.getAttribute("d"), dot.getAttribute("stroke-width")])).toEqual([
      [expect.stringMatching(/^M[\d.,]+Z$/), "8"],
      [expect.stringMatching(/^M[\d.,]+Z$/), "5"],
    ]);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  test("none waits in a step that holds none; of one whose batches have moved on since the sums nothing is said", () => {
    show({ ...busy, steps: [] });
    const words = (name: string) => screen.getByRole("link", { name }).closest("li")?.textContent;
    expect(words("Paid, cards not here")).not.toContain("None waits");
    expect(words("At the grader")).toContain("None waits");
  });

  describe("of a busy shop", () => {
    // Nothing of it needs its script: it is drawn once.
    beforeAll(() => {
      serverRendered(<NumbersScreen numbers={someNumbers(busy)} now={NOW} />);
    });
    afterAll(() => document.body.replaceChildren());

    test("each number has its figure, a picture with words, a table of the same weeks and its rows", () => {
      const panel = screen.getByRole("region", { name: "Revenue of batches" }).parentElement as HTMLElement;
      const figures = within(screen.getByRole("region", { name: "Revenue of batches" }));
      expect(figures.getByText("$750.50")).toBeTruthy();
      expect(figures.getByText("30 days before: $0.00")).toBeTruthy();
      const picture = within(panel).getByRole("img", { name: "Revenue of batches, week by week" });
      expect(picture.querySelector("desc")?.textContent).toBe(
        "Lowest $0.00 (Aug 25 – Aug 31), highest $750.50 (Nov 17 – Nov 23), last $750.50 (Nov 17 – Nov 23).",
      );
      expect(picture.querySelectorAll("rect")).toHaveLength(1);
      const table = within(panel).getByRole("table", { hidden: true });
      const rows = within(table).getAllByRole("row", { hidden: true });
      expect(rows).toHaveLength(14);
      // The newest week is the first one.
      expect(rows[1]?.textContent).toBe("Nov 17 – Nov 23130$750.50");
      expect(within(panel).getByRole("link", { name: "Paid batches" }).getAttribute("href")).toBe(
        "/admin?payment=paid",
      );
    });

    test("of what did not happen in any week there are words in place of an empty picture, and the table", () => {
      expect(screen.queryByRole("img", { name: "Refunds, week by week" })).toBeNull();
      const panel = screen.getByRole("region", { name: "Refunds" }).parentElement as HTMLElement;
      expect(within(panel).getByText("Nothing in these weeks.")).toBeTruthy();
      expect(within(panel).getByRole("table", { hidden: true })).toBeTruthy();
    });

    test("a step shows what it holds, and leads to its batches and to the oldest one", () => {
      const step = screen.getByRole("link", { name: "Paid, cards not here" }).closest("li") as HTMLElement;
      expect(step.textContent).toContain("30 cards in 1 batch");
      expect(step.textContent).toContain("20 days, since Nov 3, 2026");
      expect(within(step).getByRole("link", { name: "BATCH-ABCDEF-1234" }).getAttribute("href")).toBe(
        `/admin/order/${oldest.order_id}`,
      );
    });

    test("a promise that was kept to all that left does not hide what is late and has not", () => {
      const promise = within(screen.getByRole("region", { name: "Promise kept" }));
      expect(promise.getByText("100%")).toBeTruthy();
      expect(promise.getByText("2 not sent back yet are late")).toBeTruthy();
    });
  });

  test("while former days are still summed up it says so", () => {
    const { rerender } = show({ ...busy, stale_days: 3 });
    expect(screen.getByText(/3 earlier days still to be added up/)).toBeTruthy();
    rerender(<NumbersScreen numbers={someNumbers(busy)} now={NOW} />);
    expect(screen.queryByText(/still to be added up/)).toBeNull();
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
      my_rights: { rights: [], ask: "olive@example.com" },
      tolerated_since,
      asked_until: "2026-11-02T12:05:00Z",
      balance,
      mails_failed: { items, is_more: false },
      ...also,
    };
    render(<ReconcileScreen lists={lists as unknown as Reconciliation} />);
  }

  test("one mail that failed is sent again by itself", () => {
    show(1);
    expect(screen.getByRole("button", { name: "Send again" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Send all again" })).toBeNull();
  });

  test("the mails of a bad day are sent again with one press", async () => {
    endpoint.answer({ status: 200, body: { outcome: "queued" } });
    show(3);
    fireEvent.click(screen.getByRole("button", { name: "Send all again" }));
    await endpoint.settle();
    expect(endpoint.calls).toEqual([{ path: "/api/admin/mails/retry", body: { mail_id: null } }]);
  });

  test("a delivery that was given up is worked again by a press", async () => {
    endpoint.answer({ status: 200, body: { outcome: "queued" } });
    const given = { at: "2026-11-02T12:00:00Z", order_id: null, batch_id: null, event_id: "evt_1" };
    show(0, { also: { events_failed: { items: [given], is_more: false } } });
    fireEvent.click(screen.getByRole("button", { name: "Work again" }));
    await endpoint.settle();
    expect(endpoint.calls).toEqual([{ path: "/api/admin/events/retry", body: { event_id: "evt_1" } }]);
  });

  const REFUSAL = "You may not set a payment by hand. olive@example.com can give you the right.";

  test.each([
    [[], ["Settle…"], REFUSAL],
    [["set_paid"], ["Accept amount…", "Settle…"], null],
  ])("an amount is accepted by who may set an order paid: with the rights %j", (rights, buttons, refusal) => {
    const entry = {
      at: "2026-11-02T12:00:00Z",
      order_id: "o1",
      batch_id: null,
      exception_id: 1,
      reason: "amount_mismatch",
      here: { payment_status: "unpaid", grading_fee: 75, total_paid: null, refunded_cents: 0 },
    };
    const my_rights = { rights, ask: "olive@example.com" };
    show(0, { also: { my_rights, amounts_differ: { items: [entry], is_more: false } } });
    expect(screen.getAllByRole("button", { name: /…$/ }).map(({ textContent }) => textContent)).toEqual(
      buttons,
    );
    expect(screen.queryByText(REFUSAL)?.textContent ?? null).toBe(refusal);
  });

  test("everything agrees until an entry is past its limit, and what is within it is counted", () => {
    show(1, { at: new Date().toISOString() });
    expect(screen.getByText(/^Everything agrees but for 1 difference, none past its limit\./)).toBeTruthy();
    expect(screen.getByText(/within its limit/)).toBeTruthy();
  });

  test.each([
    ["mails_failed", true],
    ["paid_here", false],
  ])(
    "of a list that is longer than what is shown, %s, what is not shown may not agree: %s",
    (list, isToSettle) => {
      const at = new Date().toISOString();
      show(0, {
        also: { [list]: { items: [{ at, order_id: null, batch_id: null, mail_id: 1 }], is_more: true } },
      });
      expect(screen.queryByText(/^Everything agrees/) === null).toBe(isToSettle);
    },
  );

  test("with nothing open everything agrees; a list with something comes before those without", () => {
    show(0);
    expect(screen.getByText(/^Everything agrees\./)).toBeTruthy();
    cleanup();
    show(1);
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "This month's cards",
      RECONCILE_LISTS.find(({ name }) => name === "mails_failed")?.title,
      `${RECONCILE_LISTS.length - 1} checks without a difference`,
    ]);
  });

  test("an entry that is past its limit does not agree", () => {
    show(1);
    expect(screen.queryByText(/^Everything agrees/)).toBeNull();
    expect(screen.queryByText(/within its limit/)).toBeNull();
  });

  test.each([
    [0, "Balanced", "None"],
    [2, "Not balanced", "2"],
  ])("the month's cards with %i left over read %s", (differs, words, left) => {
    show(0, { counts: { differs } });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText("Counted otherwise").nextSibling?.textContent).toBe(left);
  });

  test("cards that did not come and were settled are named apart", () => {
    show(0, { counts: { settled: 1_200 } });
    expect(screen.getByText("Missing, settled").nextSibling?.textContent).toBe("1,200");
  });

  test("lists without an entry are named together, and no other list is", () => {
    show(1);
    const names = within(screen.getByRole("list", { name: /checks? without a difference$/ })).getAllByRole(
      "listitem",
    );
    expect(names.map(({ textContent }) => textContent)).toEqual(
      RECONCILE_LISTS.filter(({ name }) => name !== "mails_failed").map(({ title }) => title),
    );
    cleanup();
    const full = { items: [{ at: "2026-11-02T12:00:00Z", order_id: null, batch_id: null }], is_more: false };
    show(0, { also: Object.fromEntries(RECONCILE_LISTS.map(({ name }) => [name, full])) });
    expect(screen.queryByText(/without a difference$/)).toBeNull();
  });

  test.each([
    ["2026-11-02T12:05:00Z", "Everything agrees. Stripe was asked up to Nov 2, 2026, 12:05 PM UTC."],
    [null, "Everything agrees. Stripe was not asked yet."],
  ])("what agrees says with what, and as of when: %s", (asked_until, words) => {
    show(0, { also: { asked_until } });
    expect(screen.getByText(/^Everything agrees\./).parentElement?.textContent).toBe(words);
  });
});
