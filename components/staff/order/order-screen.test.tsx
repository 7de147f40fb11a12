/** @jest-environment jsdom */
import { randomUUID } from "node:crypto";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { OrderScreen } from "@/components/staff/order/order-screen";
import { UNSAVED_QUESTION } from "@/lib/base/unsaved-question";
import { emptyProfile } from "@/lib/profile/profile";
import type { OrderDetails } from "@/lib/staff/order/order-details";
import { type ListQuery, readListQuery, wholeOrderHref } from "@/lib/staff/orders/list-query";
import type { StaffAct } from "@/lib/staff/staff-act";
import { aStaffAdjustment } from "@/sandbox/builders/adjustment";
import { withDialogs, withoutLayout } from "@/sandbox/builders/no-layout";
import { anOrder, aStaffOrder } from "@/sandbox/builders/order";

jest.mock("@/components/staff/photos/photo-panel", () => ({ PhotoPanel: () => null }));
jest.mock("next/navigation", () => ({
  useRouter: () => ({ refresh: () => {} }),
  usePathname: () => "/admin",
}));

beforeAll(() => {
  withDialogs();
  withoutLayout();
});

type Place = Partial<Pick<OrderDetails, "neighbours" | "adjustments" | "acts" | "profile" | "my_rights">> & {
  details?: Partial<OrderDetails["details"]>;
  list?: ListQuery | null;
};

/** Shows a counted order that was paid by card, whose customer has a problem, at a version. */
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
    my_rights: place.my_rights ?? { rights: ["refunds"], ask: null },
    order,
    neighbours: place.neighbours ?? null,
    details: { ...anOrder(), return_address: null, stripe_payment_intent_id: null, ...place.details },
    profile: place.profile ?? null,
    account_email: null,
    received_by: null,
    grader_group_ids: [],
    events: [],
    notes: [],
    former_notes: null,
    set_aside: null,
    acts: place.acts ?? [],
    exceptions: [],
    refunds: [],
    adjustments: place.adjustments ?? [],
    problem: { is_open: true, waiting_since: null, closed_at: null, messages: [] },
  };
  return <OrderScreen page={page} list={place.list ?? null} />;
}

test("staff read where the batch is in one of their three words, and the customer's beside it", () => {
  render(aScreen());
  expect(screen.getByText("Processing: At the grader")).toBeTruthy();
});

test("its parts stand in the order of the work on a telephone: where it is, whither it goes, what changes; refunds last", () => {
  render(aScreen());
  const parts = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(parts).toEqual([
    "Problem",
    "Batch",
    "Return address",
    "Edit",
    "Asked of the customer",
    "Timeline",
    "Photographs",
    "Money",
    "Refund",
  ]);
});

test("one press calls its customer, and the fee says how it comes about", () => {
  render(aScreen({}, { profile: { ...emptyProfile(randomUUID()), phone: "+1 (503) 555-0100" } }));
  expect(hrefOf("+1 (503) 555-0100")).toBe("tel:+15035550100");
  expect(screen.getByText("10 cards × $25.00 = $250.00")).toBeTruthy();
});

test("of whom nothing is kept no address is awaited", () => {
  const { rerender } = render(aScreen());
  expect(screen.getByText("None is kept.")).toBeTruthy();
  rerender(aScreen({ email: "jane@example.com" }));
  expect(screen.getByText("None was given yet.")).toBeTruthy();
});

test("its ids at the payment service are copied by a press", () => {
  render(aScreen({}, { details: { stripe_payment_intent_id: "pi_1", stripe_session_id: "cs_1" } }));
  expect(screen.getByText("pi_1")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy payment ID" })).toBeTruthy();
  expect(screen.getByText("cs_1")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy session ID" })).toBeTruthy();
});

const hrefOf = (name: string) => screen.queryByRole("link", { name })?.getAttribute("href");

test("opened from a list it leads to those beside it there, and back to the page of the list", () => {
  const list = readListQuery({ view: "overdue", q: "jane", at: "2026-11-01T00:00:00Z", id: randomUUID() });
  const neighbours = { previous_id: "order-1", next_id: "order-3" };
  const { rerender } = render(aScreen({}, { neighbours, list }));
  expect(hrefOf("Previous order")).toBe(wholeOrderHref(list, "order-1"));
  expect(hrefOf("Next order")).toBe(wholeOrderHref(list, "order-3"));
  expect(screen.getByRole("navigation", { name: "Breadcrumb" }).innerHTML).toContain("view=overdue&amp;at=");
  rerender(aScreen({}, { neighbours: { previous_id: null, next_id: "order-3" }, list }));
  expect([hrefOf("Previous order"), hrefOf("Next order")]).toEqual([
    undefined,
    wholeOrderHref(list, "order-3"),
  ]);
});

test("where none is beside it there is no empty landmark either", () => {
  const neighbours = { previous_id: null, next_id: null };
  render(aScreen({}, { neighbours, list: readListQuery({ q: "jane" }) }));
  expect(screen.queryByRole("navigation", { name: "Orders of the list" })).toBeNull();
});

test("opened from none it has none beside it", () => {
  render(aScreen());
  expect([hrefOf("Previous order"), hrefOf("Next order")]).toEqual([undefined, undefined]);
});

const field = (label: string, nth = 0) => screen.getAllByLabelText(label)[nth] as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

const TYPED = [
  ["Answer", "We look for it"],
  ["Amount to refund (USD)", "25.00"],
  ["Number of cards", "3"],
] as const;

test("what is typed into one form stays when another one is saved", () => {
  const { rerender } = render(aScreen());
  for (const [label, value] of TYPED) type(label, value);
  rerender(aScreen({ version: 2 }));
  expect(TYPED.map(([label]) => field(label).value)).toEqual(TYPED.map(([, value]) => value));
});

test("a refund begins the next one anew", () => {
  const { rerender } = render(aScreen());
  type("Amount to refund (USD)", "25.00");
  rerender(aScreen({ version: 2, refunded_cents: 2500 }));
  expect(field("Amount to refund (USD)").value).toBe("225.00");
});

const leave = () => fireEvent.click(screen.getByRole("link", { name: "Receiving desk" }));

test.each(TYPED)("%s that is not sent is not left without a question", (label, value) => {
  const confirm = jest.spyOn(window, "confirm").mockReturnValue(false);
  render(aScreen());
  leave();
  expect(confirm).not.toHaveBeenCalled();
  type(label, value);
  expect(leave()).toBe(false);
  expect(confirm.mock.calls).toEqual([[UNSAVED_QUESTION]]);
  confirm.mockRestore();
});

test("a call leaves nothing, so that it asks nothing", () => {
  const confirm = jest.spyOn(window, "confirm").mockReturnValue(false);
  render(aScreen({}, { profile: { ...emptyProfile(randomUUID()), phone: "503 555 0100" } }));
  type("Answer", "We look for it");
  fireEvent.click(screen.getByRole("link", { name: "503 555 0100" }));
  expect(confirm).not.toHaveBeenCalled();
  confirm.mockRestore();
  // The browser takes it for leaving; what it asks next is no longer about the call.
  const unload = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));
  expect([unload(), unload()]).toEqual([true, false]);
});

test.each([true, false])("of two such forms it is asked once, and answered %s for both", (goes) => {
  const confirm = jest.spyOn(window, "confirm").mockReturnValue(goes);
  render(aScreen());
  type("Answer", "We look for it");
  type("Tracking number", "1Z");
  expect(leave()).toBe(goes);
  expect(confirm).toHaveBeenCalledTimes(1);
  // The browser asks who leaves in another way, and not who has answered.
  expect(fireEvent(window, new Event("beforeunload", { cancelable: true }))).toBe(goes);
  confirm.mockRestore();
});

/** Two cards that did not come, at $22. */
const A_SHORT = aStaffAdjustment({
  closed_at: "2026-11-24T12:00:00Z",
  closing_note: "A cheque",
  is_open: false,
});
const AN_ACT: Omit<StaffAct, "id" | "kind"> = {
  order_id: A_SHORT.order_id,
  batch_id: null,
  facts: ["settled_question"],
  count: null,
  group_id: null,
  group_step: null,
  actor_email: null,
  created_at: "2026-11-24T12:00:00Z",
};

const BY_HAND = { ...A_SHORT, status: "refunded", chosen_option: "refund", ending_act_id: "act-1" } as const;
const SETTLING: StaffAct = { ...AN_ACT, id: "act-1", kind: "settling" };

test("wherever a refund that was made by hand is taken back, the amount that then goes out is asked about", () => {
  render(aScreen({}, { adjustments: [BY_HAND], acts: [SETTLING] }));
  for (const name of ["Undo: Missing cards: refunded", /^Undo: Settled a question/]) {
    fireEvent.click(screen.getByRole("button", { name }));
    const dialog = screen.getByRole("dialog", { name: "Take it back?" });
    expect(dialog.textContent).toContain("We then refund $44.00 to the card");
    fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  }
});

test("who may not refund is offered neither to settle a refund by hand nor to take that back, and reads who can give the right", () => {
  const owed = {
    ...A_SHORT,
    id: "owed",
    status: "accepted",
    chosen_option: "refund",
    is_open: true,
  } as const;
  const upcharge = { ...A_SHORT, id: "up", kind: "upcharge", status: "declined", is_open: true } as const;
  const my_rights = { rights: [], ask: "olive@example.com" };
  render(aScreen({}, { adjustments: [owed, BY_HAND, upcharge], acts: [SETTLING], my_rights }));
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  expect(screen.getAllByRole("button", { name: "Settle…" })).toHaveLength(1);
  // The two proposals, the line of the act, and the refund of the order itself.
  expect(screen.getAllByText("You may not refund. olive@example.com can give you the right.")).toHaveLength(
    4,
  );
});
