const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** A moment to the minute, the same for all staff (UTC). */
export function OrderTime({ at }: { at: string }) {
  return <time dateTime={at}>{format.format(new Date(at))} UTC</time>;
}
