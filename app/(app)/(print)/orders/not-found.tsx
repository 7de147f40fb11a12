import { LinkUnavailable } from "@/components/orders/link-unavailable";

/** Answers for the label or slip of another's order, of an unpaid one, and for a link that has expired. */
export default function OrderNotFound() {
  return <LinkUnavailable to="print" />;
}
