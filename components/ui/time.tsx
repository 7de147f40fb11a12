import { LocalTime } from "@/components/ui/local-time";
import { formatDate, formatLongDate, formatMoment, formatTime } from "@/lib/base/time";

const FORMATS = {
  date: formatDate,
  "long-date": formatLongDate,
  "date-time": formatMoment,
  time: formatTime,
};

type TimeProps = {
  /** An ISO text, "2026-11-30" or with a time; machines read it as it is. */
  at: string;
  /**
   * What people read: a day or a minute in UTC, the same for everybody; or ("local…") on their own clock, for what no rule
   * depends on.
   */
  show?: "date" | "long-date" | "date-time" | "time" | "local" | "local-date" | "local-long-date";
};

/** Shows a day or a minute for people and machines, as a `<time>` element. */
export function Time({ at, show = "date" }: TimeProps) {
  if (show === "local" || show === "local-date" || show === "local-long-date")
    return <LocalTime at={at} show={show} />;
  return <time dateTime={at}>{FORMATS[show](at)}</time>;
}
