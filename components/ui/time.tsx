import { LocalTime } from "@/components/ui/local-time";
import { formatDate, formatLongDate, formatMoment, formatShortDate } from "@/lib/base/time";

const FORMATS = {
  date: formatDate,
  "long-date": formatLongDate,
  "short-date": formatShortDate,
  "date-time": formatMoment,
};

type TimeProps = {
  at: string;
  /** Defaults to UTC. Use "local…" (the viewer's time zone) only for dates that no rule depends on. */
  show?: "date" | "long-date" | "short-date" | "date-time" | "local" | "local-date" | "local-long-date";
};

export function Time({ at, show = "date" }: TimeProps) {
  if (show === "local" || show === "local-date" || show === "local-long-date")
    return <LocalTime at={at} show={show} />;
  return <time dateTime={at}>{FORMATS[show](at)}</time>;
}
