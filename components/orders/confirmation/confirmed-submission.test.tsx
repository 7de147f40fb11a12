/** @jest-environment jsdom */
import { render, screen, within } from "@testing-library/react";
import { ConfirmedSubmission } from "@/components/orders/confirmation/confirmed-submission";
import { nextStep } from "@/lib/orders/brief-timeline";
import { confirmedOrder } from "@/lib/orders/confirmation/confirmation";
import { wayHereOf } from "@/lib/orders/inbound";
import { batchStanding } from "@/lib/orders/status";
import { stepMeaning } from "@/lib/orders/step-meaning";
import { anOrder } from "@/sandbox/builders/order";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

// What comes with a script of its own is there at once.
jest.mock("@/components/orders/inbound/way-here", () => ({
  WayHere: jest.requireActual("@/components/orders/inbound/way-here-panel").WayHerePanel,
}));

const NOW = Date.parse("2026-11-20T12:00:00Z");
const SHIPPED = { inbound_carrier: "ups", inbound_shipped_at: "2026-11-16T12:00:00Z" } as const;

/** The confirmation of a member's order as they see it. */
function confirmation(fields: Parameters<typeof anOrder>[0]) {
  const order = anOrder({ user_id: "u1", plan_type: "pro", ...fields });
  return (
    <ConfirmedSubmission
      order={confirmedOrder(order, { userId: order.user_id, guestKey: null })}
      isSignedIn
      trackingLink={{ generation: 1, path: "/track/t" }}
      photos={[]}
      hasReceipt={false}
      wayHere={wayHereOf(order, NOW)}
      cancellation={null}
      standing={batchStanding(order).label}
      meaning={stepMeaning(order).meaning}
      next={nextStep(order, NOW)}
      promise={null}
    />
  );
}

const headings = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);

test.each([
  ["shipped", {}, "The carrier brings us your package.", "circle-check"],
  [
    "shipped more than ten days ago",
    { inbound_shipped_at: "2026-11-09T12:00:00Z" },
    "You ask the carrier where your package is.",
    "clock",
  ],
  [
    "delivered, and looked for",
    { inbound_delivered_at: "2026-11-17T12:00:00Z", look_from: "2026-11-19" },
    "Our team looks for your package, and writes to you.",
    "clock",
  ],
] as const)(
  "of one that is said to be %s the package comes first, and how to ship is folded",
  (_, fields, next, sign) => {
    render(confirmation({ ...SHIPPED, ...fields }));
    expect(headings().slice(1)).toEqual(["Your package to us", "Order details", "What happens next"]);
    const fold = screen.getByText("How to ship").closest("details");
    expect(fold?.open).toBe(false);
    expect(fold?.textContent).toContain("Print label");
    const lists = screen.getAllByRole("list").map((list) => within(list).queryByText(next));
    expect(lists.filter((line) => line !== null)).toHaveLength(1);
    expect(document.querySelector("header use")?.getAttribute("href")).toBe(`/marks.svg#${sign}`);
  },
);

test("the keyboard stays at the package as it is said to be shipped", () => {
  const { rerender } = render(confirmation({}));
  screen.getByRole("heading", { name: "Your package to us" }).focus();
  rerender(confirmation(SHIPPED));
  expect(document.activeElement?.textContent).toBe("Your package to us");
});
