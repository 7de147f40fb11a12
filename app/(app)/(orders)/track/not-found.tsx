import { LinkUnavailable } from "@/components/orders/link-unavailable";

/** Answers for a tracking link that is unknown, ended by its owner, or too old. */
export default function TrackNotFound() {
  return <LinkUnavailable to="track" />;
}
