/** @jest-environment jsdom */

import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { AdjustmentPanel } from "@/components/staff/order/adjustment-panel";
import { OrderAlerts } from "@/components/staff/order/order-alerts";
import { OrderEditForm } from "@/components/staff/order/order-edit-form";
import { OrderScreen } from "@/components/staff/order/order-screen";
import { RefundForm, type RefundSubject } from "@/components/staff/order/refund-form";
import { StaffTimeline } from "@/components/staff/order/staff-timeline";
import { UndoButton } from "@/components/staff/staff-actions/undo-button";
import { Toaster } from "@/components/ui/toast";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { OrderDetails } from "@/lib/staff/order/order-details";
import { withDialogs, withoutLayout } from "@/sandbox/builders/no-layout";
import { anOrder, aStaffAdjustment, aStaffOrder } from "@/sandbox/builders/order";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("@/components/staff/photos/photo-panel", () => ({ PhotoPanel: () => null }));
jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

beforeAll(withDialogs);
beforeAll(withoutLayout);
const endpoint = stubEndpoint();

describe("order screen", () => {
  type Place = Partial<Pick<OrderDetails, "adjustments" | "actions" | "profile">> & {
    details?: Partial<OrderDetails["details"]>;
  };

  /** Shows a counted order that was paid by card and has a reported problem. */
  function aScreen(changes: Partial<OrderDetails["order"]> = {}, place: Place = {}) {
    const order = aStaffOrder({
      payment_status: "paid",
      total_paid: 250,
      fulfillment_status: "grading",
      submission_status: "grading",
      received_at: "2026-11-20T12:00:00Z",
      received_count: 10,
      is_paid_by_card: true,
      ...changes,
    });
    const page: OrderDetails = {
      staff_role: "staff",
      order,
      details: { ...anOrder(), return_address: null, stripe_payment_intent_id: null, ...place.details },
      profile: place.profile ?? null,
      account_email: null,
      received_by: null,
      grader_shipment_id: null,
      events: [],
      notes: [],
      former_notes: null,
      set_aside: null,
      actions: place.actions ?? [],
      exceptions: [],
      refunds: [],
      adjustments: place.adjustments ?? [],
      problem: { since: "2026-11-20T12:00:00Z", messages: [] },
    };
    return <OrderScreen page={page} />;
  }

  test("leads with the state and opens forms on demand", () => {
    render(aScreen());
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("At the grader");
    const forms = screen.getAllByText(/./, { selector: "summary.button" });
    expect(forms.map(({ textContent }) => textContent)).toEqual([
      "Change status",
      "Ask the customer",
      "Refund",
      "Add a note",
      "Photos",
    ]);
    expect(forms.map((form) => form.closest("details")?.open)).toEqual([false, false, false, false, false]);
  });

  test("shows what was paid on the label, and the plan among the facts", () => {
    render(aScreen({ plan_type: "pro" }));
    expect(screen.getByText("SlabRelay").nextSibling?.textContent).toBe("Paid $250.00");
    expect(screen.getByText("Plan").nextSibling?.textContent).toBe("Serious Collector");
  });

  test("calls the coarse status a stage, apart from the submission status", () => {
    render(aScreen());
    expect(screen.getByText("Stage").nextSibling?.textContent).toBe("Processing");
    expect(screen.queryByText("Status")).toBeNull();
  });

  test("says by which day the batch is due back", () => {
    render(aScreen({ promised_from: "2099-11-02", promised_to: "2099-11-09" }));
    expect(screen.getByText(/^Back by/).textContent).toBe("Back by Nov 9. Nothing to do yet.");
  });

  test("opens a question that waits for an answer", () => {
    render(aScreen({}, { adjustments: [aStaffAdjustment({ is_open: true })] }));
    expect(screen.getByText("Ask the customer", { selector: "summary" }).closest("details")?.open).toBe(true);
  });

  test("marks only what the customer doesn't see", () => {
    const event = (id: number, isPublic: boolean) => ({
      id,
      type: "arrived" as const,
      from_value: null,
      to_value: null,
      actor_type: "staff" as const,
      actor_id: null,
      actor_email: null,
      public: isPublic,
      message: null,
      data: null,
      occurred_at: "2026-11-20T12:00:00Z",
      order_version: null,
    });
    render(<StaffTimeline events={[event(1, true), event(2, false)]} />);
    const [newest, oldest] = screen.getAllByRole("listitem");
    expect(newest?.textContent).toContain("Staff only");
    expect(oldest?.textContent).not.toContain("Staff only");
  });
});

describe("order alerts", () => {
  const RECEIVED = {
    fulfillment_status: "grading",
    received_at: "2026-11-20T12:00:00Z",
    received_count: 10,
    package_condition: "ok",
  } as const;
  const titles = () => screen.queryAllByText(/./, { selector: "p" }).map(({ textContent }) => textContent);

  test.each([
    ["received", "paid", true],
    ["processing", "paid", true],
    ["shipped", "paid", false],
    ["received", "unpaid", false],
  ] as const)(
    "links to the desk for a %s, %s batch without a count: %s",
    (submission_status, payment_status, isNamed) => {
      const order = aStaffOrder({ ...RECEIVED, submission_status, payment_status, received_count: null });
      render(<OrderAlerts order={order} exceptions={[]} set_aside={null} />);
      const link = screen.queryByRole("link", { name: "Count at the desk" });
      expect(link?.getAttribute("href") ?? null).toBe(
        isNamed ? "/admin/receive?code=BATCH-TEST0001-2345" : null,
      );
    },
  );

  test("shows that cards of a refunded order are still here", () => {
    render(
      <OrderAlerts
        order={aStaffOrder({ ...RECEIVED, payment_status: "canceled" })}
        exceptions={[]}
        set_aside={null}
      />,
    );
    expect(titles()).toEqual(["10 cards are still here."]);
  });

  test.each([
    ["2026-11-27T14:05:00Z", "The return address changed after check-in"],
    ["infinity", "The customer says they didn't change this return address. Don't pack the cards."],
  ])("releases an address that is held until %s with a reason", async (address_held_until, title) => {
    endpoint.answer({ status: 200, body: {} });
    const order = aStaffOrder({ ...RECEIVED, address_held_until });
    render(<OrderAlerts order={order} exceptions={[]} set_aside={null} />);
    expect(titles()).toEqual([title]);
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Release for packing" });
    expect(button.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText("Why is this address right?"), {
      target: { value: "They called" },
    });
    fireEvent.click(button);
    await endpoint.settle();
    expect(endpoint.calls).toEqual([
      {
        path: staffApiPaths.releaseAddress(order.id),
        body: { version: order.version, reason: "They called" },
      },
    ]);
  });

  test.each<[Parameters<typeof aStaffOrder>[0], string]>([
    [{ dispute_status: "needs_response" }, "Payment dispute: needs a response"],
    [{ dispute_status: "won" }, "Payment dispute: won"],
    [{ blockers: ["count_differs"], received_count: 9 }, "Counted 9 of 10 cards"],
    [{ package_condition: "tampered" }, "Condition on arrival: opened in transit"],
  ])("shows an alert for %j", (changes, title) => {
    render(<OrderAlerts order={aStaffOrder({ ...RECEIVED, ...changes })} exceptions={[]} set_aside={null} />);
    expect(titles()).toEqual([title]);
  });

  test("shows why a package is set aside and what the customer was asked", () => {
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
    expect(titles().slice(0, 2)).toEqual(["Package set aside: not paid", "Wet on one side"]);
    expect(screen.getByText("Asked on Monday")).toBeTruthy();
    expect(screen.getByRole("link").getAttribute("href")).toContain(
      "/admin/receive?code=BATCH-TEST0001-2345",
    );
  });
});

describe("order edit form", () => {
  const ORDER = aStaffOrder({ payment_status: "pending" });
  const RED = "bg-danger-soft";
  const GREEN = "bg-success-soft";
  const BLUE = "bg-accent-soft";
  const sent: { changes: object }[] = [];
  let answer: Partial<Response>;

  beforeEach(() => {
    sent.length = 0;
    jest.useFakeTimers();
    Object.assign(Element.prototype, { scrollIntoView: () => {} });
    globalThis.fetch = jest.fn(async (_path, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return answer as Response;
    });
    render(
      <>
        <OrderEditForm order={ORDER} />
        <Toaster />
      </>,
    );
    // Toasts of other tests end after three seconds.
    act(() => jest.advanceTimersByTime(3_000));
  });
  afterEach(() => jest.useRealTimers());

  const answered = (status: number, body: unknown) => {
    answer = { ok: status < 400, status, json: async () => body };
  };
  async function save() {
    fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
    await act(() => jest.advanceTimersByTimeAsync(0));
  }
  /** The toasts that are shown, each with its color. */
  const toasts = () =>
    [...screen.getByRole("region", { name: "Messages" }).children].map((toast) => [
      within(toast as HTMLElement).getByText(/./, { selector: "p" }).textContent,
      [RED, GREEN, BLUE].find((color) => toast.className.includes(color)),
    ]);
  const notes = () => screen.getByLabelText(/^Add a staff note/);

  test("shows a green toast after a save and a red one after a failure, for three seconds", async () => {
    fireEvent.change(notes(), { target: { value: "Sleeves are damp" } });
    answered(503, { error: "Not now.", code: "unknown" });
    await save();
    expect(toasts()).toEqual([["Failed to update order", RED]]);
    act(() => jest.advanceTimersByTime(3_000));
    expect(toasts()).toEqual([]);
    answered(200, { order: { ...ORDER, version: 2 } });
    await save();
    expect(toasts()).toEqual([["Order updated successfully", GREEN]]);
    act(() => jest.advanceTimersByTime(2_999));
    expect(toasts()).toHaveLength(1);
    act(() => jest.advanceTimersByTime(1));
    expect(toasts()).toEqual([]);
    expect(sent.map(({ changes }) => changes)).toEqual([1, 2].map(() => ({ note: "Sleeves are damp" })));
  });

  test("asks for a reason before an unpaid batch is set to shipped", async () => {
    expect(screen.queryByLabelText(/^Reason/)).toBeNull();
    fireEvent.change(screen.getByLabelText("Submission status"), { target: { value: "processing" } });
    expect(screen.queryByLabelText(/^Reason/)).toBeNull();
    fireEvent.change(screen.getByLabelText("Submission status"), { target: { value: "shipped" } });
    fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "Pays at the counter" } });
    answered(200, { order: { ...ORDER, version: 2, submission_status: "shipped" } });
    await save();
    expect(sent).toMatchObject([
      { changes: { submission_status: "shipped" }, reason: "Pays at the counter" },
    ]);
    act(() => jest.advanceTimersByTime(3_000));
  });

  test("sends only the name of an invoice file and mentions the mock", async () => {
    const file = new File(["%PDF"], "Invoice 7.pdf", { type: "application/pdf" });
    const field = screen.getByLabelText<HTMLInputElement>("Invoice file");
    expect(field.accept).toBe(".pdf,.jpg,.jpeg,.png");
    fireEvent.change(field, { target: { files: [file] } });
    answered(200, { order: { ...ORDER, version: 2, invoice_filename: "Invoice 7.pdf" } });
    await save();
    expect(sent.map(({ changes }) => changes)).toEqual([{ invoice_filename: "Invoice 7.pdf" }]);
    expect(toasts()).toEqual([
      ["Order updated successfully", GREEN],
      ["File upload mocked - filename saved", BLUE],
    ]);
    act(() => jest.advanceTimersByTime(3_000));
    expect(toasts()).toEqual([]);
  });

  test("offers two payment statuses and three fulfillment statuses", () => {
    expect(screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
      "Unpaid",
      "Paid",
    ]);
    const steps = [...screen.getByLabelText<HTMLSelectElement>("Fulfillment").options];
    expect(steps.map(({ value }) => value)).toEqual(["not_received", "grading", "complete"]);
  });
});

describe("adjustment panel", () => {
  const ORDER = { id: "order-1", version: 3, is_paid_by_card: true, total_paid: 220, refunded_cents: 0 };
  const MONEY = {
    about: { batch: "BATCH-AAAAAAAA-AAAA", customer: "Casey", cardsHere: null, isMember: false },
    refunds: [],
  };

  test.each([
    [{}, "Withdraw", "Why withdraw it?", "withdraw"],
    [{ status: "accepted", chosen_option: "refund" }, "Settle", "What did you do?", "close"],
    [
      { kind: "upcharge", status: "declined", chosen_option: "dispute" },
      "Settle",
      "What did you do?",
      "close",
    ],
  ] as const)("ends a question with %j by %s, with a note", async (fields, name, label, action) => {
    endpoint.answer({ status: 200, body: {} });
    const asked = aStaffAdjustment(fields);
    render(<AdjustmentPanel order={ORDER} canCharge={false} adjustments={[asked]} money={MONEY} />);
    fireEvent.click(screen.getByRole("button", { name: `${name}…` }));
    const send = () => screen.getByRole<HTMLButtonElement>("button", { name });
    expect(send().disabled).toBe(true);
    fireEvent.change(screen.getByLabelText(label), { target: { value: "They called" } });
    fireEvent.click(send());
    await endpoint.settle();
    expect(screen.queryByLabelText(label)).toBeNull();
    expect(endpoint.calls).toEqual([
      { path: staffApiPaths.adjustment(asked.id), body: { action, note: "They called" } },
    ]);
  });
});

describe("refund form", () => {
  const ORDER = "00000000-0000-4000-8000-000000000001";
  const CARDS = "10 cards are still here (shelf A-7).";
  const about: RefundSubject = {
    batch: "BATCH-TEST0001-2345",
    customer: "Casey Collector",
    cardsHere: CARDS,
    isMember: false,
  };

  async function ask(amount: string, given: Partial<RefundSubject> = {}) {
    const subject = { ...about, ...given };
    render(<RefundForm orderId={ORDER} about={subject} leftCents={25_000} refundedCents={0} isWhole />);
    const fields = { "Amount to refund (USD)": amount, Reason: "Wishes it" };
    for (const [label, value] of Object.entries(fields))
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fireEvent.click(screen.getByRole("button", { name: "Review refund" }));
    await endpoint.settle();
    return screen.queryByRole("dialog")?.textContent;
  }

  test("asks before a full refund, naming the batch, the customer and the cards to ship back", async () => {
    const question = await ask("250.00");
    expect(question).toContain("Refund BATCH-TEST0001-2345?");
    expect(question).toContain("We'll send $250.00 back to Casey Collector.");
    expect(question).toContain("This cancels the order. You can't undo this.");
    expect(question).toContain(`${CARDS} You'll find the batch under “To ship back”.`);
    endpoint.answer({ status: 200, body: {} });
    fireEvent.click(screen.getByRole("button", { name: "Refund $250.00" }));
    await endpoint.settle();
    expect(endpoint.calls).toEqual([
      {
        path: `/api/admin/orders/${ORDER}/refunds`,
        body: {
          request_id: expect.any(String),
          amount_cents: 25_000,
          refunded_cents: 0,
          reason: "Wishes it",
        },
      },
    ]);
  });

  test.each([
    ["nonsense", "x"],
    ["above what is left", "250.01"],
  ])("refuses an amount that is %s", async (_, amount) => {
    expect(await ask(amount)).toBeUndefined();
    expect(screen.getByRole("alert").textContent).toBeTruthy();
    expect(endpoint.calls).toEqual([]);
  });
});

describe("undo button", () => {
  async function undo(results: { id: string; outcome: string }[], orderId?: string) {
    endpoint.answer({ status: 200, body: { results } });
    render(<UndoButton actionId="act-1" orderId={orderId} what="Check-in" />);
    fireEvent.click(screen.getByRole("button", { name: "Undo: Check-in" }));
    await endpoint.settle();
  }

  test("undoes what an action did to one order", async () => {
    await undo([{ id: "order-1", outcome: "undone" }], "order-1");
    expect(endpoint.calls).toEqual([
      { path: "/api/admin/staff-actions/act-1/undo", body: { order_id: "order-1" } },
    ]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("says why it can't undo", async () => {
    await undo([{ id: "order-1", outcome: "changed_since" }]);
    expect(endpoint.calls).toEqual([{ path: "/api/admin/staff-actions/act-1/undo", body: {} }]);
    expect(screen.getByRole("alert").textContent).toContain("Can't undo.");
  });
});
