import { PrintUnavailable } from "@/components/orders/print/print-unavailable";

/** For a label or slip of another's order, of an unpaid one, and for a link that has expired. */
export default function OrderNotFound() {
  return <PrintUnavailable />;
}
