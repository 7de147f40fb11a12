/** @jest-environment jsdom */
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Suspense, startTransition, use, useState } from "react";
import { CancelPanel } from "@/components/orders/cancellation/cancel-panel";
import { CanceledNotice } from "@/components/orders/cancellation/canceled-notice";
import { type Cancellation, cancellationOf } from "@/lib/orders/cancellation";
import { anOrder } from "@/sandbox/builders/order";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

/* After a press the question stays busy until the page knows what became of the batch; then the keyboard is where that stands. */

let readAnew = () => {};
const refresh = jest.fn(() => readAnew());
const router = { refresh };
jest.mock("next/navigation", () => ({ useRouter: () => router }));

const endpoint = stubEndpoint();
const AT = "2026-11-20T10:00:00Z";
const ASKED = asked();
const REFUND = { kind: "refund", cents: 5_000 } as const;
const ASK = { kind: "ask", cents: 5_000, isShipped: true } as const;
const CANCELED = {
  kind: "canceled",
  refund: { state: "made", cents: 5_000, at: AT },
  cards: "not_sent",
} as const;

function asked(): Cancellation {
  const order = anOrder({ cancel_requested_at: AT, inbound_shipped_at: AT });
  const cancellation = cancellationOf(order, 5_000, "by_staff", null);
  if (cancellation === null) throw new Error("nothing is said of it");
  return cancellation;
}

type Answer = Promise<Cancellation> | Cancellation;

/** A page that reads itself anew as the router does: what it shows stays until the next is there. */
function Page({ first, next }: { first: Cancellation; next: Promise<Cancellation> }) {
  const [shown, setShown] = useState<Answer>(first);
  readAnew = () => startTransition(() => setShown(next));
  const cancellation = shown instanceof Promise ? use(shown) : shown;
  if (cancellation.kind === "canceled") return <CanceledNotice canceled={cancellation} />;
  return <CancelPanel orderId="1" cancellation={cancellation} token={null} level={2} />;
}

async function show(first: Cancellation) {
  const { promise, resolve } = Promise.withResolvers<Cancellation>();
  await act(async () => {
    render(
      <Suspense>
        <Page first={first} next={promise} />
      </Suspense>,
    );
  });
  return (next: Cancellation) => act(async () => resolve(next));
}

const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const sent = () => waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
beforeEach(() => refresh.mockClear());

test.each<[string, Cancellation, string, Cancellation, RegExp]>([
  ["canceled", REFUND, "Cancel and refund $50.00", CANCELED, /^We sent \$50\.00 back on/],
  ["asked about", ASK, "Ask to cancel", ASKED, /^Cancel this batch$/],
  [
    "refused, and offered as before",
    REFUND,
    "Cancel and refund $50.00",
    { ...REFUND },
    /^Cancel this batch$/,
  ],
])(
  "what is %s stays busy until the page knows it, and then has the keyboard",
  async (how, first, name, next, words) => {
    endpoint.answer(
      how.startsWith("refused")
        ? { status: 409, body: { error: "Not now", code: "conflict" } }
        : { status: 200, body: {} },
    );
    const arrive = await show(first);
    press("Cancel this batch");
    press(name);
    await sent();
    expect(button(name).getAttribute("aria-busy")).toBe("true");
    expect(screen.queryByRole("button", { name: "Cancel this batch" })).toBeNull();
    await arrive(next);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(words));
    expect(screen.queryByRole("button", { name })).toBeNull();
  },
);

test("a request that is withdrawn stays busy until the page knows it, and then has the keyboard", async () => {
  endpoint.answer({ status: 200, body: {} });
  const arrive = await show(ASKED);
  press("Withdraw the request");
  await sent();
  expect(button("Withdraw the request").getAttribute("aria-busy")).toBe("true");
  await arrive(ASK);
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H2"));
  expect(button("Cancel this batch").getAttribute("aria-busy")).toBeNull();
});

test("what could not be sent is asked on, and can be pressed again", async () => {
  endpoint.answer({ status: 500, body: { error: "Please try again", code: "server_error" } });
  await show(REFUND);
  press("Cancel this batch");
  press("Cancel and refund $50.00");
  await screen.findByText("Please try again");
  await waitFor(() => expect(button("Cancel and refund $50.00").getAttribute("aria-busy")).toBeNull());
});

test("of a page that is opened anew nothing takes the keyboard", async () => {
  await show(ASKED);
  expect(document.activeElement).toBe(document.body);
});
