const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A day of a membership or a quota: UTC, as the month that counts is; with the exact time for machines. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}
