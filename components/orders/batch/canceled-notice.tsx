import { Alert } from "@/components/ui/alert";
import { Time } from "@/components/ui/time";
import { formatCents } from "@/lib/base/money";
import { type CanceledCards, type Cancellation, RETURNED_AS } from "@/lib/orders/cancellation";

type CanceledNoticeProps = { canceled: Extract<Cancellation, { kind: "canceled" }> };

const CARDS: Record<CanceledCards, string | null> = {
  not_sent: "Please don't ship your cards. If they reach us anyway, we'll send them back ungraded.",
  on_its_way: "When your package reaches us, we'll send your cards back ungraded.",
  ...RETURNED_AS,
  gone: null,
};

export function CanceledNotice({ canceled: { refund, cards } }: CanceledNoticeProps) {
  const words = CARDS[cards];
  if (!refund && !words) return null;
  return (
    // Receives the focus after a cancellation on this page.
    <div tabIndex={-1} data-cancellation="" className="rounded-lg">
      <Alert tone="info" isLive>
        {refund ? (
          <p>
            We refunded {refund.cents === null ? "your payment" : formatCents(refund.cents)} on{" "}
            <Time at={refund.at} show="local-date" />. It usually takes 5–10 business days to show on your
            statement.
          </p>
        ) : null}
        {words ? <p>{words}</p> : null}
      </Alert>
    </div>
  );
}
