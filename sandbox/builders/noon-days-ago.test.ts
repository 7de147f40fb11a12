import { daysSince } from "@/lib/base/business-date";
import { noonDaysAgo } from "./noon-days-ago";

test.each(["2026-11-27T04:20:00Z", "2026-11-27T05:20:00Z", "2026-03-20T03:59:00Z", "2026-07-01T12:00:00Z"])(
  "thirty days before %s are thirty days of the calendar, though the clocks were changed",
  (now) => {
    jest.useFakeTimers({ now: Date.parse(now) });
    expect(daysSince(noonDaysAgo(30).toISOString(), Date.now())).toBe(30);
  },
);
afterEach(() => jest.useRealTimers());
