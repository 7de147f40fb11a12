import {
  businessDate,
  dayAfter,
  daysSince,
  formatBusinessDate,
  formatLongBusinessDate,
} from "@/lib/base/business-date";
import {
  formatDate,
  formatLocalDate,
  formatLocalMoment,
  formatLongDate,
  formatMoment,
  formatShortDate,
} from "@/lib/base/time";
import { timeAgo } from "@/lib/base/time-ago";
import {
  anySignal,
  fetchWithTimeout,
  timeLimit,
  wait,
  withinBudget,
  withTimeout,
} from "@/lib/base/time-limit";

describe("time", () => {
  // Node writes a narrow no-break space before AM and PM.
  const plain = (text: string) => text.replaceAll("\u202f", " ");

  test.each([
    ["2026-10-31T23:59:59Z", "Oct 31, 2026", "October 31, 2026", "Oct 31, 2026, 11:59 PM UTC"],
    ["2026-11-01T00:00:00Z", "Nov 1, 2026", "November 1, 2026", "Nov 1, 2026, 12:00 AM UTC"],
  ])("formats %s in UTC, although the local day differs", (at, day, longDay, moment) => {
    expect(formatDate(at)).toBe(day);
    expect(`${formatShortDate(at)}, ${at.slice(0, 4)}`).toBe(day);
    expect(formatLongDate(at)).toBe(longDay);
    expect(plain(formatMoment(at))).toBe(moment);
  });

  test("omits the current year from local dates and times", () => {
    const at = new Date(new Date().getFullYear(), 10, 2, 15, 4).toISOString();
    expect(formatLocalDate(at)).toBe("Nov 2");
    expect(plain(formatLocalMoment(at))).toBe("Nov 2, 3:04 PM");
  });
});

describe("business date", () => {
  test.each([
    ["2026-11-24T04:59:59Z", "2026-11-23"],
    ["2026-11-24T05:00:00Z", "2026-11-24"],
    ["2026-07-02T03:59:59Z", "2026-07-01"],
    ["2026-07-02T04:00:00Z", "2026-07-02"],
  ])("returns the business day of %s: %s", (at, day) => {
    expect(businessDate(Date.parse(at))).toBe(day);
  });

  test("formats the business day", () => {
    expect(formatBusinessDate("2026-09-15T00:30:00Z")).toBe("Sep 14, 2026");
    expect(formatLongBusinessDate("2026-09-15T00:30:00Z")).toBe("September 14, 2026");
  });

  test.each([
    ["2026-12-31", "2027-01-01"],
    ["2028-02-29", "2028-03-01"],
    // Daylight saving time ends on this day.
    ["2026-11-01", "2026-11-02"],
  ])("returns the day after %s: %s", (day, next) => {
    expect(dayAfter(day)).toBe(next);
  });

  test.each([
    ["2026-11-12T15:00:00Z", 13],
    // Less than fourteen times 24 hours ago, but the same day as above.
    ["2026-11-12T23:59:00-05:00", 13],
    ["2026-11-11T23:59:00-05:00", 14],
    ["2026-11-25T10:00:00-05:00", 0],
  ])("counts calendar days since %s: %i", (since, days) => {
    expect(daysSince(since, Date.parse("2026-11-25T10:01:00-05:00"))).toBe(days);
  });
});

describe("time ago", () => {
  const NOW = new Date("2026-11-23T12:00:00Z");

  test.each([
    ["2026-11-23T12:00:00Z", "just now"],
    ["2026-11-23T12:03:00Z", "just now"],
    ["2026-11-23T11:59:00Z", "1 minute ago"],
    ["2026-11-23T11:00:01Z", "59 minutes ago"],
    ["2026-11-23T11:00:00Z", "1 hour ago"],
    ["2026-11-22T12:00:00Z", "1 day ago"],
  ])("formats %s as %s", (at, expected) => expect(timeAgo(at, NOW)).toBe(expected));
});

describe("time limit", () => {
  test("returns the fallback when the work is too slow", async () => {
    let fail: (error: Error) => void = () => {};
    const work = new Promise<string>((_, reject) => {
      fail = reject;
    });
    await expect(withinBudget(work, 10, () => "late")).resolves.toBe("late");
    fail(new Error("nobody hears this"));
  });

  test("aborts at the limit or with the other signal", async () => {
    const stop = new AbortController();
    const [short, stopped] = [timeLimit(10), timeLimit(60_000, stop.signal)];
    expect([short.aborted, stopped.aborted]).toEqual([false, false]);
    await new Promise((resolve) => short.addEventListener("abort", resolve));
    expect(short.reason).toMatchObject({ name: "TimeoutError" });
    stop.abort();
    expect(stopped.aborted).toBe(true);
  });

  test("fetches a service with a timeout and without caching", async () => {
    const ask = jest.spyOn(globalThis, "fetch").mockResolvedValue(new Response());
    await fetchWithTimeout("http://service.test", { method: "POST" });
    const [, init] = ask.mock.calls[0] ?? [];
    expect(init).toMatchObject({ method: "POST", cache: "no-store", signal: expect.any(AbortSignal) });
    await fetchWithTimeout("http://service.test");
    // A redirect would expose the keys in the headers.
    const always = { cache: "no-store", redirect: "error", signal: expect.any(AbortSignal) };
    expect(ask.mock.calls[1]?.[1]).toEqual(always);
    ask.mockRestore();
  });

  test("aborts a call at its limit or when the page is left", async () => {
    const call = (signal: AbortSignal) =>
      new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("given up")));
    const stop = new AbortController();
    expect(await withTimeout(10, stop.signal, call)).toBe("given up");
    const left = withTimeout(60_000, stop.signal, call);
    stop.abort();
    expect(await left).toBe("given up");
    expect(anySignal(new AbortController().signal, stop.signal).aborted).toBe(true);
    await wait(60_000, stop.signal);
  });
});
