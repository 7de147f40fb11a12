import { Alert } from "@/components/ui/alert";
import type { PromiseText } from "@/lib/orders/promise";

/** Shows when a batch is due back; nothing without an estimate. */
export function BatchPromise({ promise }: { promise: PromiseText | null }) {
  if (!promise) return null;
  const { text, tone } = promise;
  if (tone === "warning" || tone === "danger") return <Alert tone={tone}>{text}</Alert>;
  return <p>{text}</p>;
}
