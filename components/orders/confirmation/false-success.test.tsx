/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { SuccessProgress } from "@/components/membership/success-progress";
import { ConfirmationProgress } from "@/components/orders/confirmation/confirmation-progress";
import { aMembership } from "@/sandbox/builders/membership";
import { sized } from "@/sandbox/builders/size";

const refresh = jest.fn();
jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh }) }));

const sessionId = "cs_test_a1b2c3d4e5";
const payment = { sessionId, batchId: "BATCH-TEST0001-2345", orderId: undefined };
const payer = { userId: "u1", email: "casey@example.com" };

/** The pages that wait for a payment, with what each reads while it waits. */
const pages: [name: string, page: () => ReactElement, waiting: string][] = [
  [
    "a membership's",
    () => <SuccessProgress sessionId={sessionId} payer={payer} />,
    "Setting up your membership…",
  ],
  [
    "a batch's",
    () => <ConfirmationProgress payment={{ ...payment, isPayg: false }} isSignedIn />,
    "Confirming your payment…",
  ],
  [
    "a guest's batch's",
    () => <ConfirmationProgress payment={{ ...payment, isPayg: true }} isSignedIn={false} />,
    "Confirming your payment…",
  ],
];

/** Bodies that only look like a success. */
const BODIES = [
  ...["", "{}", "null", "[]", "{", "true", '"Paid"', "<html>Paid</html>", '{"status":"active"}'],
  ...[
    '{"success":"true"}',
    '{"success":1}',
    '{"success":null,"status":"Active"}',
    '{"payment_status":"paid"}',
  ],
  '{"subscription":{"status":"active","plan_type":"pro"}}',
  '{"error":"Paid","code":"unexpected"}',
];

type Injected = { status: number; body: string };
const everyStatus = Array.from({ length: 400 }, (_, n) => 200 + n);
const someStatuses = [
  200, 201, 204, 206, 226, 299, 300, 302, 304, 308, 400, 401, 402, 403, 404, 405, 408, 410, 418,
].concat([422, 425, 429, 451, 499, 500, 501, 502, 503, 504, 511, 520, 599]);
/** All bodies with 200; the other statuses with one after the other. A 409 says by itself that it was processed before. */
const injected: Injected[] = [
  ...BODIES.map((body) => ({ status: 200, body })),
  ...sized(someStatuses, everyStatus)
    .filter((status) => status !== 409)
    .map((status, n) => ({ status, body: BODIES[n % BODIES.length] ?? "" })),
];

const before = globalThis.fetch;
afterAll(() => Object.assign(globalThis, { fetch: before }));
type Fetch = (path: string, init: RequestInit) => Promise<unknown>;
const answerWith = (answer: Fetch) => Object.assign(globalThis, { fetch: answer });
const respond = ({ status, body }: Injected) =>
  answerWith(async () => ({ ok: status >= 200 && status < 300, status, json: async () => JSON.parse(body) }));

/** Answers nothing until the page gives the call up. */
const never: Fetch = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));
const bare = () => screen.queryAllByText(/^\s*(Paid|Active)\s*$/).map(({ textContent }) => textContent);
const heading = () => document.querySelector("h1")?.textContent;

test("there are enough answers to mean something", () => {
  expect(pages.length * injected.length).toBeGreaterThanOrEqual(60);
});

describe.each(pages)("%s page", (_, page, waiting) => {
  test(`says neither Paid nor Active after any of ${injected.length} answers that do not prove it`, async () => {
    const wrong: object[] = [];
    for (const answer of injected) {
      respond(answer);
      const { unmount } = render(page());
      await settle();
      // Still the first screen would mean that the answer was not looked at.
      if (bare().length > 0 || heading() === waiting)
        wrong.push({ ...answer, bare: bare(), heading: heading() });
      unmount();
    }
    expect(wrong).toEqual([]);
  });

  test("nor while nobody answers, nor when nobody has in time", async () => {
    jest.useFakeTimers();
    try {
      answerWith(never);
      const { unmount } = render(page());
      await act(() => jest.advanceTimersByTimeAsync(5_000));
      expect([bare(), heading()]).toEqual([[], waiting]);
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(bare()).toEqual([]);
      expect(heading()).not.toBe(waiting);
      unmount();
    } finally {
      jest.useRealTimers();
    }
  });

  test("nor when the network fails", async () => {
    answerWith(() => Promise.reject(new TypeError("Failed to fetch")));
    const { unmount } = render(page());
    await settle();
    expect(bare()).toEqual([]);
    expect(heading()).not.toBe(waiting);
    unmount();
  });
});

test("the same pages believe an answer that proves it", async () => {
  respond({
    status: 200,
    body: JSON.stringify({
      success: true,
      subscription: aMembership({ current_period_end: "9999-12-05T00:00:00Z" }),
    }),
  });
  const membership = render(<SuccessProgress sessionId={sessionId} payer={payer} />);
  await settle();
  expect(bare()).toEqual(["Active"]);
  membership.unmount();
  refresh.mockClear();
  const batch = render(<ConfirmationProgress payment={{ ...payment, isPayg: false }} isSignedIn />);
  await settle();
  // Paid is for the server's own page to say.
  expect(refresh).toHaveBeenCalled();
  batch.unmount();
});
