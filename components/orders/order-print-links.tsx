import { buttonStyle } from "@/components/ui/button-link";
import { Mark } from "@/components/ui/mark";
import { paths } from "@/lib/base/paths";

type OrderPrintLinksProps = {
  orderId: string;
  /** Names the batch to screen readers, where several such rows stand on a page. */
  batchId?: string;
  /** Address of its tracking page; without one there is no such link. */
  trackPath?: string | null;
  /** Makes the label's button the primary one: printing it is what the person should do next. */
  isNextStep?: boolean;
  /** One of the two papers; both unless told otherwise. */
  only?: "label" | "slip";
};

/** Shows links to a paid batch's label, packing slip and (with `trackPath`) tracking page as buttons. */
export function OrderPrintLinks({ orderId, batchId, trackPath, isNextStep, only }: OrderPrintLinksProps) {
  const style = buttonStyle({ variant: "secondary", size: "sm" });
  const ofBatch = batchId ? <span className="sr-only">{` of ${batchId}`}</span> : null;
  return (
    <p className="flex flex-wrap gap-2">
      {only === "slip" ? null : (
        <a className={isNextStep ? buttonStyle({ size: "sm" }) : style} href={paths.label(orderId)}>
          <Mark name="tag" className="size-4" />
          <span>Print label{ofBatch}</span>
        </a>
      )}
      {only === "label" ? null : (
        <a className={style} href={paths.slip(orderId)}>
          <Mark name="file-text" className="size-4" />
          <span>Print packing slip{ofBatch}</span>
        </a>
      )}
      {trackPath ? (
        <a className={style} href={trackPath}>
          <Mark name="map-pin" className="size-4" />
          <span>Track{ofBatch}</span>
        </a>
      ) : null}
    </p>
  );
}
