import { LinkUnavailable } from "@/components/orders/link-unavailable";

export default function OrderNotFound() {
  return <LinkUnavailable to="print" />;
}
