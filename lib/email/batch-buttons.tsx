import { ButtonRow } from "@/lib/email/layout/mail-blocks";
import { orderWords } from "@/lib/email/words";

type BatchButtonsProps = {
  /** Somebody else's page, where the cards are: a carrier's or the grading company's; null where we know none. */
  elsewhere: { url: string; label: string } | null;
  /** Where its owner follows the batch; null for a guest whose link was ended. */
  batchUrl: string | null;
};

/** Shows where the cards can be followed: first at who has them, then with us. */
export function BatchButtons({ elsewhere, batchUrl }: BatchButtonsProps) {
  return (
    <>
      {elsewhere ? <ButtonRow href={elsewhere.url}>{elsewhere.label}</ButtonRow> : null}
      {batchUrl ? (
        <ButtonRow href={batchUrl} variant={elsewhere ? "secondary" : "primary"}>
          {orderWords.track.title}
        </ButtonRow>
      ) : null}
    </>
  );
}
