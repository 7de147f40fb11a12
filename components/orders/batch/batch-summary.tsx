import { Alert } from "@/components/ui/alert";
import type { Order } from "@/lib/orders/order";
import { type Promised, type PromiseText, promiseText } from "@/lib/orders/promise";
import { batchStanding, isToCancel } from "@/lib/orders/status";

type BatchSummaryProps = {
  order: Promised &
    Pick<Order, "payment_status" | "received_count" | "arrived_at" | "cancel_requested_at"> & {
      submission_status: string;
    };
  readAt: number;
  level: 1 | 3;
  children?: React.ReactNode;
};

export function BatchSummary({ order, readAt, level, children }: BatchSummaryProps) {
  const Heading = `h${level}` as const;
  return (
    <header className="space-y-3">
      <Heading className={level === 1 ? "text-3xl font-semibold" : "text-2xl font-semibold"}>
        {batchStanding(order).label}
      </Heading>
      {isToCancel(order) ? null : <BatchPromise promise={promiseText(order, readAt)} />}
      {children}
    </header>
  );
}

export function BatchPromise({ promise }: { promise: PromiseText | null }) {
  if (!promise) return null;
  const { text, tone } = promise;
  if (tone === "warning" || tone === "danger") return <Alert tone={tone}>{text}</Alert>;
  return <p>{text}</p>;
}
