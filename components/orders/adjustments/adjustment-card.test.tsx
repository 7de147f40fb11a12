import { renderToStaticMarkup } from "react-dom/server";
import { AdjustmentCard } from "@/components/orders/adjustments/adjustment-card";
import { anAdjustment } from "@/sandbox/builders/adjustment";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: jest.fn() }) }));

const deadline_at = "2026-11-30T22:30:00Z";
const card = (fields: Parameters<typeof anAdjustment>[0]) =>
  renderToStaticMarkup(
    <AdjustmentCard
      adjustment={anAdjustment({ deadline_at, ...fields })}
      token={null}
      isBack={false}
      readAt={Date.parse("2026-11-25T12:00:00Z")}
    />,
  ).replaceAll(/<[^>]+>/g, "");

test.each([
  [{}, "Please decide by Nov 30, 2026, 10:30 PM UTC. Without an answer"],
  [
    { status: "accepted", chosen_option: "send_rest" },
    "Please send the rest by Nov 30, 2026, 10:30 PM UTC and mark the package &quot;2 of 2&quot;.",
  ],
] as const)("a proposal with %j names the minute until which it can be answered", (fields, words) => {
  expect(card(fields)).toContain(words);
});
