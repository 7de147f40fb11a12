import { ExportButton } from "@/components/staff/orders/export-button";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { showToast } from "@/components/ui/toast";
import { counted } from "@/lib/base/words";
import { labelsHref, MAX_LABELS, TOO_MANY_LABELS } from "@/lib/staff/orders/label-sheet";
import { MAX_PICKED_EXPORT, pickedExportHref, TOO_MANY_PICKED } from "@/lib/staff/orders/picked-export";

type PickedFilesProps = {
  ids: string[];
};

/** Offers what is made of the picked orders: their labels, and a CSV file of them alone. Too many are refused with a reason. */
export function PickedFiles({ ids }: PickedFilesProps) {
  const label = `Export ${counted(ids.length, "order")}`;
  return (
    <>
      {ids.length > MAX_LABELS ? (
        <Refused label="Print labels" reason={TOO_MANY_LABELS} />
      ) : (
        <ButtonLink size="sm" variant="secondary" href={labelsHref(ids)}>
          Print labels
        </ButtonLink>
      )}
      {ids.length > MAX_PICKED_EXPORT ? (
        <Refused label={label} reason={TOO_MANY_PICKED} />
      ) : (
        <ExportButton
          // What came of another selection is not said of this one.
          key={ids.join()}
          href={pickedExportHref(ids)}
          label={label}
          total={{ count: ids.length, is_more: false }}
          noun="order"
        />
      )}
    </>
  );
}

function Refused({ label, reason }: { label: string; reason: string }) {
  return (
    <Button size="sm" variant="secondary" onClick={() => showToast("danger", reason)}>
      {label}
    </Button>
  );
}
