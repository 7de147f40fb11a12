const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const relativeTime = new Intl.RelativeTimeFormat("en-US");

/** Formats elapsed time: "2 minutes ago", or "just now" below a minute or when the clocks differ. */
export function timeAgo(at: string, now: Date): string {
  const passed = now.getTime() - Date.parse(at);
  const unit = UNITS.find(([, length]) => passed >= length);
  return unit ? relativeTime.format(-Math.floor(passed / unit[1]), unit[0]) : "just now";
}

export function changedByText(who: string, at: string, now: Date): string {
  return `Changed by ${who} ${timeAgo(at, now)}`;
}
