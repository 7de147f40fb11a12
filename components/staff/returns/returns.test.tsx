/** @jest-environment jsdom */

import { act, fireEvent, render, screen } from "@testing-library/react";
import { Suspense, use, useState } from "react";
import { LookUpForm } from "@/components/staff/returns/look-up-form";
import { ReturnForm } from "@/components/staff/returns/return-form";
import { ReturnCard } from "@/components/staff/returns/returns-screen";
import type { ReturnedOrder } from "@/lib/staff/returns/return-desk";
import { navigation } from "@/sandbox/builders/navigation";
import { aStaffOrder } from "@/sandbox/builders/order";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation);

const endpoint = stubEndpoint();

/** What has come of a look-up: whether the batch can go. */
type LookUp = { code: string; canGo: boolean };
let answer: (canGo: boolean) => Promise<void>;
const opened: string[] = [];

/** The page of returns, which the router shows once its server has answered. */
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

  /** Types as a scanner does: into what has the focus, with Enter at the end. */
  async function type(text: string, end = "Enter"): Promise<void> {
    await act(async () => {
      for (const key of text) {
        const field = document.activeElement as HTMLInputElement;
        if (fireEvent.keyDown(field, { key }))
          fireEvent.input(field, { target: { value: field.value + key } });
      }
      const field = document.activeElement as HTMLInputElement;
      if (end && fireEvent.keyDown(field, { key: end })) field.form?.requestSubmit();
    });
  }
  /** Waits until a scan that was held has been sent, and for its answer. */
  async function settled() {
    await endpoint.settle();
    await endpoint.settle();
  }
  const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

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

  test("assigns a label scanned during the look-up to that batch", async () => {
    await type(LABEL);
    expect(value("Batch ID")).toBe(BATCH);
    await answer(true);
    await settled();
    expect(endpoint.calls.map(({ body }) => body)).toMatchObject([{ tracking_number: LABEL }]);
    expect(opened[0]).toBe(BATCH);
  });

  test("appends the rest of a label that is still being scanned", async () => {
    await type(LABEL.slice(0, 9), "");
    await answer(true);
    await type(LABEL.slice(9), "");
    expect(value("Tracking number")).toBe(LABEL);
    await settled();
    expect(endpoint.calls).toHaveLength(0);
  });

  test("assigns no label to a refused batch and keeps the reason", async () => {
    await type(LABEL);
    await answer(false);
    await settled();
    expect(opened).toEqual([BATCH]);
    expect(value("Batch ID")).toBe(BATCH);
  });

  test("looks up the next scanned batch after a refused one", async () => {
    await type(OTHER);
    await answer(false);
    await settled();
    expect(opened).toEqual([BATCH, OTHER]);
  });

  test("looks a batch up once when Enter repeats", async () => {
    await type("");
    await answer(true);
    await settled();
    expect(opened).toEqual([BATCH]);
    expect(endpoint.calls).toHaveLength(0);
  });

  test("replaces a refused batch with the next scan", async () => {
    await answer(false);
    const field = screen.getByLabelText<HTMLInputElement>("Batch ID");
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, BATCH.length]);
  });
});

describe("return card", () => {
  type Standing = Partial<ReturnedOrder>;
  const show = (payment_status: ReturnedOrder["payment_status"], standing: Standing = {}) =>
    render(
      <ReturnCard
        order={{
          ...aStaffOrder({ payment_status, received_count: 8, submission_status: "received" }),
          return_address: { address_line1: "5 Elm" },
          refusal: null,
          grader_shipment_id: null,
          cards_here: 2,
          ...standing,
        }}
      />,
    );

  test.each([
    ["canceled", "This batch is canceled. Ship its cards back ungraded."],
    ["unpaid", "This batch isn't paid. Ship its cards back ungraded."],
    ["failed", "This batch isn't paid. Ship its cards back ungraded."],
  ] as const)("says that a batch that is %s ships back ungraded", (payment, words) => {
    show(payment);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText(/still here, ungraded\. Pack them too/)).toBeNull();
  });

  test.each([
    ["canceled", null, "This batch is canceled. Ship its cards back graded."],
    ["canceled", 2, "This batch is canceled. Ship its cards back graded, with 2 cards ungraded."],
    ["unpaid", null, "This batch isn't paid. Ship its cards back graded."],
  ] as const)(
    "says that a graded batch that is %s ships back graded (%s not)",
    (payment, cards_here, words) => {
      show(payment, { submission_status: "graded", cards_here });
      expect(screen.getByText(words)).toBeTruthy();
    },
  );

  test("says why a batch can't ship and takes no carrier label", () => {
    show("paid", { refusal: "not_graded" });
    expect(screen.getByText(/^This batch isn't marked as graded\./)).toBeTruthy();
    expect(screen.queryByLabelText("Tracking number")).toBeNull();
    show("paid", { submission_status: "graded" });
    expect(screen.getByLabelText("Tracking number")).toBeTruthy();
  });

  test("mentions only the cards of a paid batch that weren't graded", () => {
    show("paid");
    expect(screen.queryByText(/back ungraded\.$/)).toBeNull();
    expect(screen.getByText(/still here, ungraded\. Pack them too/)).toBeTruthy();
  });

  test("offers to release a batch with a new return address", () => {
    show("paid", { refusal: "address_held", address_held_until: "infinity" });
    expect(screen.getByRole("button", { name: "Release for packing" })).toBeTruthy();
    expect(screen.queryByLabelText("Tracking number")).toBeNull();
  });

  test("doesn't show a canceled batch that arrived as awaited", () => {
    show("canceled", {
      submission_status: "pending",
      received_count: null,
      arrived_at: "2026-11-27T14:05:00Z",
    });
    expect(screen.getByText("Arrived")).toBeTruthy();
    expect(screen.queryByText("Waiting for the cards")).toBeNull();
  });
});

describe("return form", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const NUMBER = "9400110200881234567890";
  const send = () => fireEvent.submit(screen.getByLabelText("Tracking number"));
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const sent = () => endpoint.calls.length;

  /** Shows the form for a batch with or without a known address, and scans a label into it. */
  function scan(hasAddress: boolean) {
    render(<ReturnForm order={{ id: "1", version: 4, name: "BATCH-1" }} hasAddress={hasAddress} />);
    fireEvent.change(screen.getByLabelText("Tracking number"), { target: { value: NUMBER } });
    send();
  }

  test("doesn't answer a question when Enter repeats", async () => {
    endpoint.answer({ status: 200, body: {} });
    scan(false);
    expect(screen.getByText("We have no return address. Check the label.")).toBeTruthy();
    send();
    await pass(300);
    send();
    expect(sent()).toBe(0);
    await pass(200);
    send();
    expect(sent()).toBe(1);
    await pass(0);
  });

  test("ignores a repeated Enter before confirming a shared box", async () => {
    const words = "This number belongs to BATCH-2, from the same customer.";
    endpoint.answer({ status: 409, body: { code: "same_box", error: words } });
    scan(true);
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
});
