import { LocalTime } from "@/components/ui/local-time";
import { formatDate, formatLongDate, formatMoment } from "@/lib/base/time";

const FORMATS = { date: formatDate, "long-date": formatLongDate, "date-time": formatMoment };

type TimeProps = {
  /** An ISO text; machines read it as it is. */
  at: string;
  /** All but "local" are UTC and the same for everybody; "local" is the minute on the viewer's own clock. */
  show?: "date" | "long-date" | "date-time" | "local";
};

/** A moment for people and for machines. */
export function Time({ at, show = "date" }: TimeProps) {
  if (show === "local") return <LocalTime at={at} />;
  return <time dateTime={at}>{FORMATS[show](at)}</time>;
}
