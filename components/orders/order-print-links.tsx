import { buttonStyle } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icon";
import { paths } from "@/lib/base/paths";

type OrderPrintLinksProps = {
  orderId: string;
  /** Names the batch for screen readers where a page has several. */
  batchId?: string;
  isNextStep?: boolean;
};

export function OrderPrintLinks({ orderId, batchId, isNextStep }: OrderPrintLinksProps) {
  return (
    <p>
      <a
        className={buttonStyle({ variant: isNextStep ? "primary" : "secondary", size: "sm" })}
        href={paths.labelAndSlip(orderId)}
      >
        <Icon name="printer" className="size-4" />
        <span>
          Print box label and packing slip
          {batchId ? <span className="sr-only">{` for ${batchId}`}</span> : null}
        </span>
      </a>
    </p>
  );
}
