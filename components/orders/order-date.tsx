const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** A date of an order, the same for everybody (UTC), with the exact time for machines. */
export function OrderDate({ at }: { at: string }) {
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}
