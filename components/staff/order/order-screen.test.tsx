/** @jest-environment jsdom */

import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { AdjustmentPanel } from "@/components/staff/order/customer-contact";
import { OrderAlerts } from "@/components/staff/order/order-alerts";
import { OrderEditForm } from "@/components/staff/order/order-edit-form";
import { RefundForm, type RefundSubject } from "@/components/staff/order/refund-form";
import { StaffTimeline } from "@/components/staff/order/staff-timeline";
import { UndoButton } from "@/components/staff/staff-actions/undo-button";
import { Toaster } from "@/components/ui/toast";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { withDialogs, withoutLayout } from "@/sandbox/builders/no-layout";
import { aStaffAdjustment, aStaffOrder } from "@/sandbox/builders/order";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("@/components/staff/photos/photo-panel", () => ({ PhotoPanel: () => null }));
jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

beforeAll(withDialogs);
beforeAll(withoutLayout);
const endpoint = stubEndpoint();

test("marks only the events that the customer doesn't see", () => {
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

describe("order alerts", () => {
  const RECEIVED = {
    fulfillment_status: "grading",
    received_at: "2026-11-20T12:00:00Z",
    received_count: 10,
    package_condition: "ok",
  } as const;

  test("releases a held address with a reason", async () => {
    endpoint.answer({ status: 200, body: {} });
    const order = aStaffOrder({ ...RECEIVED, address_held_until: "2026-11-27T14:05:00Z" });
    render(<OrderAlerts order={order} exceptions={[]} set_aside={null} />);
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
    [{ blockers: ["count_differs"], received_count: 9 }, "Counted 9 of 10 cards"],
  ])("shows an alert for %j", (changes, title) => {
    render(<OrderAlerts order={aStaffOrder({ ...RECEIVED, ...changes })} exceptions={[]} set_aside={null} />);
    expect(screen.getByText(title)).toBeTruthy();
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
  const toasts = () =>
    [...screen.getByRole("region", { name: "Messages" }).children].map((toast) => [
      within(toast as HTMLElement).getByText(/./, { selector: "p" }).textContent,
      [RED, GREEN, BLUE].find((color) => toast.className.includes(color)),
    ]);

  test("shows a green toast after a save and a red one after a failure, each for three seconds", async () => {
    fireEvent.change(screen.getByLabelText(/^Add a staff note/), { target: { value: "Sleeves are damp" } });
    answered(503, { error: "Not now.", code: "unknown" });
    await save();
    expect(toasts()).toEqual([["Failed to update order", RED]]);
    act(() => jest.advanceTimersByTime(3_000));
    expect(toasts()).toEqual([]);
    answered(200, { order: { ...ORDER, version: 2 } });
    await save();
    expect(toasts()).toEqual([["Order updated successfully", GREEN]]);
    act(() => jest.advanceTimersByTime(3_000));
    expect(toasts()).toEqual([]);
    expect(sent.map(({ changes }) => changes)).toEqual([1, 2].map(() => ({ note: "Sleeves are damp" })));
  });

  test("sends only the filename of an invoice and reports that the upload is mocked", async () => {
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
    [{}, "Withdraw", "Why are you withdrawing it?", "withdraw"],
    [{ status: "accepted", chosen_option: "refund" }, "Settle", "What did you do?", "close"],
  ] as const)("for a question with %j, sends %s with a note", async (fields, name, label, action) => {
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

  async function ask(amount: string) {
    render(<RefundForm orderId={ORDER} about={about} leftCents={25_000} refundedCents={0} />);
    const fields = { "Amount to refund (USD)": amount, Reason: "Wishes it" };
    for (const [label, value] of Object.entries(fields))
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fireEvent.click(screen.getByRole("button", { name: "Review refund" }));
    await endpoint.settle();
    return screen.queryByRole("dialog")?.textContent;
  }

  test("asks before a full refund and names the batch, the customer and the cards to ship back", async () => {
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
  ])("rejects an amount that is %s", async (_, amount) => {
    expect(await ask(amount)).toBeUndefined();
    expect(screen.getByRole("alert").textContent).toBeTruthy();
    expect(endpoint.calls).toEqual([]);
  });
});

test("explains why an action can't be undone", async () => {
  endpoint.answer({ status: 200, body: { results: [{ id: "order-1", outcome: "changed_since" }] } });
  render(<UndoButton actionId="act-1" what="Check-in" />);
  fireEvent.click(screen.getByRole("button", { name: "Undo: Check-in" }));
  await endpoint.settle();
  expect(endpoint.calls).toEqual([{ path: "/api/admin/staff-actions/act-1/undo", body: {} }]);
  expect(screen.getByRole("alert").textContent).toContain("Can't undo.");
});
