/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { ReturnForm } from "@/components/staff/returns/return-form";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {}, refresh: () => {} }) }));

const endpoint = stubEndpoint();
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const NUMBER = "9400110200881234567890";
const send = () => fireEvent.submit(screen.getByLabelText("Tracking number"));
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const sent = () => endpoint.calls.length;

/** Shows the form for a batch of which no address is known, or one where all agrees, and scans a label into it. */
function scan(verdict: "agree" | "none") {
  render(<ReturnForm order={{ id: "1", version: 4, name: "BATCH-1" }} verdict={verdict} />);
  fireEvent.change(screen.getByLabelText("Tracking number"), { target: { value: NUMBER } });
  send();
}

test("a second Enter of the same press answers no question that nobody has read", async () => {
  endpoint.answer({ status: 200, body: {} });
  scan("none");
  expect(screen.getByText("No address is known. Check the one on the label.")).toBeTruthy();
  send();
  await pass(300);
  send();
  expect(sent()).toBe(0);
  await pass(200);
  send();
  expect(sent()).toBe(1);
  await pass(0);
});

test("nor does it say that two batches are in the same box", async () => {
  const words = "This number is on the parcel of BATCH-2, of the same owner.";
  endpoint.answer({ status: 409, body: { code: "same_box", error: words } });
  scan("agree");
  await pass(0);
  expect(screen.getByText(words)).toBeTruthy();
  send();
  expect(sent()).toBe(1);
  endpoint.answer({ status: 200, body: {} });
  await pass(500);
  send();
  expect(endpoint.calls[1]?.body).toMatchObject({ is_same_box: true });
  await pass(0);
});
