import { TrackUnavailable } from "@/components/orders/track/track-unavailable";

/** For a tracking link that is unknown, ended by its owner, or too old. */
export default function TrackNotFound() {
  return <TrackUnavailable />;
}
