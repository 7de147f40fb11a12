import { questionWords } from "@/lib/staff/orders/order-question";
import type { StaffOrder } from "@/lib/staff/staff-order";

const NOW = Date.parse("2026-11-24T12:00:00Z");
type Asked = NonNullable<StaffOrder["asked"]>;
const asked: Asked = {
  kind: "short",
  qty: 2,
  status: "proposed",
  chosen_option: null,
  at: "2026-11-21T12:00:00Z",
  until: "2026-11-28T12:00:00Z",
  more: 0,
};

test("an order of which nothing is asked says nothing", () => {
  expect(questionWords({ asked: null }, NOW)).toBeNull();
});

test.each<[Partial<Asked>, string]>([
  [{}, "2 cards did not come, asked 3 days ago, until Nov 28"],
  [{ at: "2026-11-22T04:59:59Z" }, "2 cards did not come, asked 3 days ago, until Nov 28"],
  [{ at: "2026-11-22T05:00:00Z" }, "2 cards did not come, asked 2 days ago, until Nov 28"],
  [{ at: "2026-11-24T04:59:59Z", qty: 1 }, "1 card did not come, asked 1 day ago, until Nov 28"],
  [{ at: "2026-11-24T05:00:00Z", kind: "extra" }, "2 cards came on top, asked today, until Nov 28"],
  [{ more: 1 }, "2 cards did not come, asked 3 days ago, until Nov 28, and 1 more"],
  [
    { status: "accepted", chosen_option: "send_rest", until: "2026-12-05T00:00:00Z" },
    "2 cards to be sent, promised 3 days ago, until Dec 5",
  ],
  [{ status: "accepted", chosen_option: "refund" }, "2 cards to be refunded, decided 3 days ago"],
  [
    { kind: "extra", status: "accepted", chosen_option: "pay" },
    "2 cards on top to be paid, decided 3 days ago, until Nov 28",
  ],
  [
    { kind: "upcharge", status: "accepted", chosen_option: "pay" },
    "Upcharge for 2 cards to be paid, decided 3 days ago, until Nov 28",
  ],
  [
    { kind: "upcharge", status: "declined", chosen_option: "dispute" },
    "The grading company asks for more for 2 cards, disputed 3 days ago",
  ],
  [
    { kind: "upcharge", status: "expired", until: "2026-11-20T00:00:00Z" },
    "The grading company asks for more for 2 cards, no answer until Nov 20",
  ],
])("%j reads: %s", (changes, words) => {
  expect(questionWords({ asked: { ...asked, ...changes } }, NOW)).toBe(words);
});
