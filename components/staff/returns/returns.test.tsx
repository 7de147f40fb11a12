/** @jest-environment jsdom */

import { act, fireEvent, render, screen } from "@testing-library/react";
import { Suspense, use, useState } from "react";
import { LookUpForm } from "@/components/staff/returns/look-up-form";
import { ReturnCard } from "@/components/staff/returns/return-card";
import { ReturnForm } from "@/components/staff/returns/return-form";
import { ReturnsScreen } from "@/components/staff/returns/returns-screen";
import { SettleAddress } from "@/components/staff/returns/settle-address";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { emptyProfile } from "@/lib/profile/profile";
import type { ReturnDesk, ReturnedOrder } from "@/lib/staff/returns/return-desk";
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
      {canGo ? <ReturnForm order={{ id: "1", version: 4, name: code }} verdict="agree" /> : null}
    </>
  );
}

describe("returns screen", () => {
  function show(asked: ReturnDesk["asked"], asked_total = { count: asked.length, is_more: false }) {
    const none = { count: 0, is_more: false };
    const desk = { staff_role: "staff" as const, orders: [], ready: [], ready_total: none, acts: [] };
    return render(<ReturnsScreen desk={{ ...desk, asked, asked_total }} code="" />).container;
  }
  const asked = (batch_id: string) =>
    aStaffOrder({ id: batch_id, batch_id, address_asked_until: "2026-11-27T14:05:00Z" });

  test("a graded batch whose owner is asked where to is named, and leads to the question", () => {
    const page = show([asked("BATCH-ABCDEFGH-0001")]);
    expect(page.textContent).toContain("1 waits for its owner's address:");
    expect(page.textContent).toContain("until Nov 27, 2026, 2:05 PM UTC");
    expect(screen.getByRole("link", { name: "BATCH-ABCDEFGH-0001" }).getAttribute("href")).toBe(
      "/admin/returns?code=BATCH-ABCDEFGH-0001",
    );
  });

  test("those that are read are named, and the others counted", () => {
    const many = Array.from({ length: 10 }, (_, n) => asked(`BATCH-ABCDEFGH-${String(n).padStart(4, "0")}`));
    const page = show(many, { count: 1000, is_more: true });
    expect(page.textContent).toContain("1,000+ wait for their owners' addresses:");
    expect(screen.getAllByRole("link", { name: /^BATCH-/ })).toHaveLength(10);
    expect(page.textContent).toContain("and others");
  });

  test("where nobody is asked nothing is said of it", () => {
    expect(show([]).textContent).not.toMatch(/address/);
  });
});

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

  test("a label that is scanned before its batch was looked up is that batch's", async () => {
    await type(LABEL);
    expect(value("Batch ID")).toBe(BATCH);
    await answer(true);
    await settled();
    expect(endpoint.calls.map(({ body }) => body)).toMatchObject([{ tracking_number: LABEL }]);
    expect(opened[0]).toBe(BATCH);
  });

  test("of a label that is still being scanned the rest comes behind it", async () => {
    await type(LABEL.slice(0, 9), "");
    await answer(true);
    await type(LABEL.slice(9), "");
    expect(value("Tracking number")).toBe(LABEL);
    await settled();
    expect(endpoint.calls).toHaveLength(0);
  });

  test("where its batch cannot go the label is no batch's, and what is said of that stays", async () => {
    await type(LABEL);
    await answer(false);
    await settled();
    expect(opened).toEqual([BATCH]);
    expect(value("Batch ID")).toBe(BATCH);
  });

  test("where it cannot go the batch that was scanned next is looked up", async () => {
    await type(OTHER);
    await answer(false);
    await settled();
    expect(opened).toEqual([BATCH, OTHER]);
  });

  test("a second Enter of the same press looks nothing up once more", async () => {
    await type("");
    await answer(true);
    await settled();
    expect(opened).toEqual([BATCH]);
    expect(endpoint.calls).toHaveLength(0);
  });

  test("what is scanned after a batch that cannot go replaces it", async () => {
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
          profile: null,
          refusal: null,
          grader_group_id: null,
          cards_here: 2,
          address_question: null,
          ...standing,
        }}
      />,
    );

  test.each([
    ["canceled", "This batch is canceled: its cards go back ungraded"],
    ["unpaid", "This batch was not paid: its cards go back ungraded"],
    ["failed", "This batch was not paid: its cards go back ungraded"],
  ] as const)("who sends a batch that is %s reads that it goes ungraded", (payment, words) => {
    show(payment);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText(/still here\. Pack them too/)).toBeNull();
  });

  test.each([
    ["canceled", null, "This batch is canceled: its cards go back graded"],
    ["canceled", 2, "This batch is canceled: its cards go back graded, but for 2 cards still here"],
    ["unpaid", null, "This batch was not paid: its cards go back graded"],
  ] as const)(
    "of one that is %s after it was graded (%s not), that it goes graded",
    (payment, cards_here, words) => {
      show(payment, { submission_status: "graded", cards_here });
      expect(screen.getByText(words)).toBeTruthy();
    },
  );

  test("a batch that cannot go says why, and takes no carrier's label", () => {
    show("paid", { refusal: "not_graded" });
    expect(screen.getByText(/^This batch is not graded\./)).toBeTruthy();
    expect(screen.queryByLabelText("Tracking number")).toBeNull();
    show("paid", { submission_status: "graded" });
    expect(screen.getByLabelText("Tracking number")).toBeTruthy();
  });

  test("of a paid batch only what was not graded with the others is said", () => {
    show("paid");
    expect(screen.queryByText(/go back ungraded$/)).toBeNull();
    expect(screen.getByText(/still here\. Pack them too/)).toBeTruthy();
  });

  const until = "2026-11-27T14:05:00Z";
  const QUESTION = {
    id: "00000000-0000-4000-8000-000000000002",
    until,
    choice: null,
    decided_at: null,
    is_by_staff: null,
    is_open: false,
    of_order: { address_line1: "5 Elm" },
    of_profile: { address_line1: "9 Oak" },
  };
  const moved = {
    submission_status: "graded",
    cards_here: null,
    return_address: { address_line1: "5 Elm" },
    profile: { ...emptyProfile("u1"), address_line1: "9 Oak" },
  } as const;
  const alert = () =>
    screen.getByText("The profile has another address than the order").parentElement?.textContent;

  test("whose owner nobody has asked, of a profile with another address, is to be asked before it is sent", () => {
    show("paid", moved);
    expect(alert()).toContain("Ask which one is right before it is sent.");
  });

  test.each([
    [{ is_open: true }, "The owner is asked where to, until Nov 27, 2026, 2:05 PM UTC."],
    [{}, "The owner did not answer: the order's address counts, since Nov 27, 2026, 2:05 PM UTC."],
    [
      { choice: "order" as const, decided_at: until, is_by_staff: false },
      "The owner said it: the order's address, on Nov 27, 2026, 2:05 PM UTC.",
    ],
  ])("whose owner was asked (%j) is not to be asked once more", (asked, words) => {
    show("paid", { ...moved, address_question: { ...QUESTION, ...asked } });
    expect(alert()).toContain(words);
    expect(screen.queryByText(/Ask which one is right/)).toBeNull();
  });

  test.each([
    ["is open", { refusal: "address_asked" as const }, { is_open: true }, true],
    ["was not answered", {}, {}, true],
    ["was answered", {}, { choice: "order" as const, decided_at: until, is_by_staff: false }, false],
    ["was not answered, and the cards have left", { submission_status: "completed" as const }, {}, false],
  ])("staff settle a question that %s: %s", (_, standing, asked, canSettle) => {
    show("paid", { ...moved, ...standing, address_question: { ...QUESTION, ...asked } });
    expect(screen.queryByRole("button", { name: "The profile's address" }) !== null).toBe(canSettle);
  });

  test("a canceled batch whose package is here is not said to be waited for", () => {
    show("canceled", { submission_status: "pending", received_count: null, arrived_at: until });
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

  test("a second Enter doesn't confirm that two batches share a box", async () => {
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
});

describe("settle address", () => {
  const refresh = jest.fn();
  beforeEach(() => void Object.assign(navigation, { refresh }));

  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  function show() {
    render(<SettleAddress order={{ id: "order-1", version: 7 }} question="question-1" />);
    fireEvent.change(screen.getByLabelText("How do you know where to?"), {
      target: { value: "They called" },
    });
  }

  test.each([
    ["The order's address", "order"],
    ["The profile's address", "profile"],
  ])("%s settles that of the %s", async (name, choice) => {
    endpoint.answer({ status: 200, body: {} });
    show();
    fireEvent.click(button(name));
    await endpoint.settle();
    expect(endpoint.calls).toHaveLength(1);
    expect(endpoint.calls).toEqual([
      {
        path: staffApiPaths.settleAddress("order-1"),
        body: { version: 7, question: "question-1", choice, reason: "They called" },
      },
    ]);
  });

  test("nothing is settled before it is said how it is known", () => {
    render(<SettleAddress order={{ id: "order-1", version: 7 }} question="question-1" />);
    expect([button("The order's address").disabled, button("The profile's address").disabled]).toEqual([
      true,
      true,
    ]);
  });

  test("what somebody else has changed is shown anew, and what was typed stays", async () => {
    endpoint.answer({ status: 409, body: { code: "conflict", error: "Changed meanwhile" } });
    show();
    refresh.mockClear();
    fireEvent.click(button("The profile's address"));
    await endpoint.settle();
    expect(screen.getByText("Changed meanwhile")).toBeTruthy();
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(screen.getByLabelText<HTMLInputElement>("How do you know where to?").value).toBe("They called");
  });
});
