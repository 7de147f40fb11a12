/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { AdjustmentCard } from "@/components/orders/adjustments/adjustment-card";
import { apiPaths } from "@/lib/base/api-paths";
import { anAdjustment } from "@/sandbox/builders/adjustment";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

jest.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

const endpoint = stubEndpoint();

test.each([
  ["I will send the rest", "short", "send_rest"],
  ["Refund the difference", "short", "refund"],
  ["Return them ungraded", "extra", "return"],
] as const)(
  "%s, of cards that are %s, answers %s, with the link it was opened by",
  async (name, kind, option) => {
    endpoint.answer({ status: 200, body: { success: true } });
    const adjustment = anAdjustment({ kind, deadline_at: "2026-11-30T22:30:00Z" });
    const readAt = Date.parse("2026-11-25T12:00:00Z");
    render(<AdjustmentCard adjustment={adjustment} token="link" isBack={false} readAt={readAt} />);
    fireEvent.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(endpoint.calls).toHaveLength(1));
    expect(endpoint.calls).toEqual([
      { path: apiPaths.adjustmentDecide(adjustment.id), body: { option, token: "link" } },
    ]);
  },
);
