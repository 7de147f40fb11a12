/** @jest-environment jsdom */
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { OrderEditForm } from "@/components/staff/order/order-edit-form";
import { Toaster } from "@/components/ui/toast";
import { aStaffOrder } from "@/sandbox/builders/order";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

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
      <OrderEditForm order={ORDER} paymentRefusal={null} />
      <Toaster />
    </>,
  );
});
afterEach(() => jest.useRealTimers());

const answered = (status: number, body: unknown) => {
  answer = { ok: status < 400, status, json: async () => body };
};
async function save() {
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  await act(() => jest.advanceTimersByTimeAsync(0));
}
/** The toasts that are shown, each with its colour. */
const toasts = () =>
  [...screen.getByRole("region", { name: "Messages" }).children].map((toast) => [
    within(toast as HTMLElement).getByText(/./, { selector: "p" }).textContent,
    [RED, GREEN, BLUE].find((colour) => toast.className.includes(colour)),
  ]);
const notes = () => screen.getByLabelText(/^Add to the internal notes/);

test("a save is told in green, one that failed in red, for three seconds each", async () => {
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

test("who takes a batch that is not paid to the grader is asked why before it is saved", async () => {
  expect(screen.queryByLabelText(/^Reason/)).toBeNull();
  fireEvent.change(screen.getByLabelText("Submission status"), { target: { value: "processing" } });
  expect(screen.queryByLabelText(/^Reason/)).toBeNull();
  fireEvent.change(screen.getByLabelText("Submission status"), { target: { value: "shipped" } });
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: "Pays at the counter" } });
  answered(200, { order: { ...ORDER, version: 2, submission_status: "shipped" } });
  await save();
  expect(sent).toMatchObject([{ changes: { submission_status: "shipped" }, reason: "Pays at the counter" }]);
  act(() => jest.advanceTimersByTime(3_000));
});

test("of an invoice the name alone is sent, and a toast says that the upload is mocked", async () => {
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

test("of the payment only unpaid and paid can be picked, of the fulfillment each of the three", () => {
  expect(screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
    "Unpaid",
    "Paid",
  ]);
  const steps = [...screen.getByLabelText<HTMLSelectElement>("Fulfillment").options];
  expect(steps.map(({ value }) => value)).toEqual(["not_received", "grading", "complete"]);
});
