/** @jest-environment jsdom */

import { act, fireEvent, render, screen } from "@testing-library/react";
import { Suspense, use, useState } from "react";
import { LookUpForm, ReturnForm } from "@/components/staff/returns/return-forms";
import { ReturnCard } from "@/components/staff/returns/returns-screen";
import type { ReturnedOrder } from "@/lib/staff/returns/return-desk";
import { navigation } from "@/sandbox/builders/navigation";
import { aStaffOrder } from "@/sandbox/builders/order";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();

type LookUp = { code: string; canGo: boolean };
let answer: (canGo: boolean) => Promise<void>;
const opened: string[] = [];

/** Renders the returns page as the router shows it after the server's response. */
function Returns() {
  const [page, setPage] = useState<Promise<LookUp> | LookUp>({ code: "", canGo: false });
  navigation.push = (href) => {
    const { promise, resolve } = Promise.withResolvers<LookUp>();
    const code = new URLSearchParams(href.split("?")[1]).get("code") ?? "";
    opened.push(code);
    answer = (canGo) => act(async () => resolve({ code, canGo }));
    setPage(promise);
  };
  const { code, canGo } = page instanceof Promise ? use(page) : page;
  return (
    <>
      <LookUpForm code={code} isFree={!canGo} />
      {canGo ? <ReturnForm order={{ id: "1", version: 4, name: code }} hasAddress /> : null}
    </>
  );
}

describe("look up form", () => {
  const BATCH = "BATCH-MGX2K9QW7-7F3K";
  const OTHER = "BATCH-MGX2K9QW8-7F3K";
  const LABEL = "9400110200881234567890";

  /** Types like a scanner: into the focused element, with Enter at the end. */
  async function type(text: string): Promise<void> {
    await act(async () => {
      for (const key of text) {
        const field = document.activeElement as HTMLInputElement;
        if (fireEvent.keyDown(field, { key }))
          fireEvent.input(field, { target: { value: field.value + key } });
      }
      const field = document.activeElement as HTMLInputElement;
      if (fireEvent.keyDown(field, { key: "Enter" })) field.form?.requestSubmit();
    });
  }
  /** Waits until a buffered scan has been sent and answered. */
  async function settled() {
    await endpoint.settle();
    await endpoint.settle();
  }
  const batch = () => screen.getByLabelText<HTMLInputElement>("Batch ID").value;

  beforeEach(async () => {
    opened.length = 0;
    endpoint.answer({ status: 200, body: {} });
    await act(async () => {
      render(
        <Suspense>
          <Returns />
        </Suspense>,
      );
    });
    screen.getByLabelText("Batch ID").focus();
    await type(BATCH);
  });

  test("assigns a label scanned during the lookup to that batch", async () => {
    await type(LABEL);
    expect(batch()).toBe(BATCH);
    await answer(true);
    await settled();
    expect(endpoint.calls.map(({ body }) => body)).toMatchObject([{ tracking_number: LABEL }]);
    expect(opened[0]).toBe(BATCH);
  });

  test("assigns no label to a rejected batch and keeps the reason", async () => {
    await type(LABEL);
    await answer(false);
    await settled();
    expect(opened).toEqual([BATCH]);
    expect(batch()).toBe(BATCH);
  });

  test("looks up the next scanned batch after a rejected one", async () => {
    await type(OTHER);
    await answer(false);
    await settled();
    expect(opened).toEqual([BATCH, OTHER]);
  });

  test("looks up a batch only once when Enter repeats", async () => {
    await type("");
    await answer(true);
    await settled();
    expect(opened).toEqual([BATCH]);
    expect(endpoint.calls).toHaveLength(0);
  });
});

describe("return card", () => {
  const show = (changes: Partial<ReturnedOrder>) =>
    render(
      <ReturnCard
        order={{
          ...aStaffOrder({ payment_status: "paid", received_count: 8, submission_status: "received" }),
          return_address: { address_line1: "5 Elm" },
          refusal: null,
          grader_shipment_id: null,
          cards_here: 2,
          ...changes,
        }}
      />,
    );

  test.each<[Partial<ReturnedOrder>, string]>([
    [{ payment_status: "canceled" }, "This batch is canceled. Ship its cards back ungraded."],
    [{ payment_status: "failed" }, "This batch isn't paid. Ship its cards back ungraded."],
    [
      { payment_status: "canceled", submission_status: "graded" },
      "This batch is canceled. Ship its cards back graded, with 2 cards ungraded.",
    ],
  ])("shows how the cards of a batch with %j ship back", (changes, words) => {
    show(changes);
    expect(screen.getByText(words)).toBeTruthy();
  });

  test("explains why a batch can't ship and accepts no carrier label", () => {
    show({ refusal: "not_graded" });
    expect(screen.getByText(/^This batch isn't marked as graded\./)).toBeTruthy();
    expect(screen.queryByLabelText("Tracking number")).toBeNull();
  });
});

test("ignores a repeated Enter before a shared box is confirmed", async () => {
  jest.useFakeTimers();
  const send = () => fireEvent.submit(screen.getByLabelText("Tracking number"));
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const words = "This number belongs to BATCH-2, from the same customer.";
  endpoint.answer({ status: 409, body: { code: "same_box", error: words } });
  render(<ReturnForm order={{ id: "1", version: 4, name: "BATCH-1" }} hasAddress />);
  fireEvent.change(screen.getByLabelText("Tracking number"), { target: { value: "9400110200881234567890" } });
  send();
  await pass(0);
  expect(screen.getByText(words)).toBeTruthy();
  send();
  expect(endpoint.calls).toHaveLength(1);
  endpoint.answer({ status: 200, body: {} });
  await pass(500);
  send();
  expect(endpoint.calls[1]?.body).toMatchObject({ is_same_box: true });
  await pass(0);
  jest.useRealTimers();
});
