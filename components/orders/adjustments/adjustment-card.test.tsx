import { renderToStaticMarkup } from "react-dom/server";
import { AdjustmentCard } from "@/components/orders/adjustments/adjustment-card";
import { anAdjustment } from "@/sandbox/builders/adjustment";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: jest.fn() }) }));

const deadline_at = "2026-11-30T22:30:00Z";
const markup = (fields: Parameters<typeof anAdjustment>[0]) =>
  renderToStaticMarkup(
    <AdjustmentCard
      adjustment={anAdjustment({ deadline_at, ...fields })}
      token={null}
      isBack={false}
      readAt={Date.parse("2026-11-25T12:00:00Z")}
    />,
  );
const card = (fields: Parameters<typeof anAdjustment>[0]) => markup(fields).replaceAll(/<[^>]+>/g, "");

test.each([
  [{}, "Please decide by Nov 30, 2026, 10:30 PM UTC. Without an answer"],
  [
    { status: "accepted", chosen_option: "send_rest" },
    "Please send the rest by Nov 30, 2026, 10:30 PM UTC and mark the package &quot;2 of 2&quot;.",
  ],
] as const)("a proposal with %j names the minute until which it can be answered", (fields, words) => {
  expect(card(fields)).toContain(words);
});

test.each([
  ["extra", "By paying you agree to our Terms and our rules on refunds, insurance and privacy."],
  ["upcharge", "By paying you agree to our Terms and our rules on refunds, insurance and privacy."],
] as const)("the button that pays for an %s says what is agreed to by it", (kind, words) => {
  expect(card({ kind })).toContain(words);
  expect(markup({ kind })).toContain('href="/refunds"');
});

test("where nothing is to be paid, nothing is agreed to", () => {
  expect(card({ kind: "short" })).not.toContain("you agree");
  expect(card({ kind: "extra", status: "paid" })).not.toContain("you agree");
});
