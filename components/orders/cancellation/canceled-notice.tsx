import { Alert } from "@/components/ui/alert";
import { Time } from "@/components/ui/time";
import { formatCents } from "@/lib/base/money";
import { type CanceledCards, type Cancellation, GOES_HOME } from "@/lib/orders/cancellation";
import type { CancelRefund } from "@/lib/orders/schema";

type CanceledNoticeProps = { canceled: Extract<Cancellation, { kind: "canceled" }> };

const CARDS: Record<CanceledCards, string | null> = {
  not_sent:
    "Please do not ship your cards. A package that reaches us all the same goes back to you, ungraded.",
  on_its_way: "If your package reaches us all the same, it goes back to you, ungraded.",
  ...GOES_HOME,
  gone: null,
};

/** Says of a canceled batch where its money is, and what becomes of its cards. */
export function CanceledNotice({ canceled: { refund, cards } }: CanceledNoticeProps) {
  const words = CARDS[cards];
  if (!refund && !words) return null;
  return (
    // Who has just canceled it on this page reads on here.
    <div tabIndex={-1} data-cancellation="" className="rounded-lg">
      <Alert tone="info" isLive>
        {refund ? (
          <p>
            <Money refund={refund} />
          </p>
        ) : null}
        {words ? <p>{words}</p> : null}
      </Alert>
    </div>
  );
}

function Money({ refund: { cents, at } }: { refund: CancelRefund }) {
  return (
    <>
      We sent {cents === null ? "the money" : formatCents(cents)} back on{" "}
      <Time at={at} show="local-long-date" /> to the card or account that paid. Banks usually show it within 5
      to 10 business days.
    </>
  );
}
