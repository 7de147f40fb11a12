"use client";

import { cx } from "class-variance-authority";
import { useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { PackageForm } from "@/components/staff/desk/package-form";
import { PhotoPanel } from "@/components/staff/photos/photo-panel";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { type PackageRow, packageName } from "@/lib/staff/desk/receiving-desk";

type PackageListProps = {
  packages: PackageRow[];
  onMatch: (pack: PackageRow) => void;
};

/** Lists the packages without a batch, oldest first, and lets staff match, edit or delete each. */
export function PackageList({ packages, onMatch }: PackageListProps) {
  const [edited, setEdited] = useState<PackageRow>();
  const [pictured, setPictured] = useState<PackageRow>();
  return (
    <>
      <Table caption="Packages without a batch, oldest first" isStacked>
        <HeadRow columns={["Arrived", "Sender", "Tracking", "Shelf", "Notes", "Actions"]} />
        <tbody>
          {packages.map((item) => (
            <tr key={item.id}>
              <Cell label="Arrived" className="whitespace-nowrap">
                <Time at={item.arrived_at} show="local" />
              </Cell>
              <Cell label="Sender" place="head" className="wrap-break-word">
                {item.sender ?? "Unknown sender"}
              </Cell>
              <Cell label="Tracking" className="wrap-break-word">
                {[item.carrier?.toUpperCase(), item.tracking_number].filter(Boolean).join(" ") || "–"}
                <NumberOf pack={item} />
              </Cell>
              <Cell label="Shelf">{item.shelf_location ?? "–"}</Cell>
              <Cell label="Notes" className={cx("wrap-anywhere", !item.notes && "max-sm:hidden")}>
                {item.notes ?? ""}
              </Cell>
              <Cell place="line">
                <Actions pack={item} onMatch={onMatch} onEdit={setEdited} onPhotos={setPictured} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <Dialog title="Edit package" isOpen={edited !== undefined} onClose={() => setEdited(undefined)}>
        {edited ? <PackageForm key={edited.id} stored={edited} onDone={() => setEdited(undefined)} /> : null}
      </Dialog>
      <Dialog title="Photos" isOpen={pictured !== undefined} onClose={() => setPictured(undefined)}>
        {pictured ? <PhotoPanel key={pictured.id} subject={{ package: pictured.id }} /> : null}
      </Dialog>
    </>
  );
}

/** Names the batch with the same tracking number. */
function NumberOf({ pack: { inbound_elsewhere: order } }: { pack: PackageRow }) {
  if (!order) return null;
  return (
    <p>
      Same number as <BatchId name={displayBatchId(order)} href={staffPaths.order(order.id)} />
    </p>
  );
}

type ActionsProps = {
  pack: PackageRow;
  onMatch: (pack: PackageRow) => void;
  onEdit: (pack: PackageRow) => void;
  onPhotos: (pack: PackageRow) => void;
};

function Actions({ pack, onMatch, onEdit, onPhotos }: ActionsProps) {
  const { post, isBusy, failure } = usePost();
  const name = packageName(pack);
  const [isAsking, setIsAsking] = useState(false);
  async function remove() {
    const done = { done: "Package deleted", method: "DELETE" } as const;
    await post(staffApiPaths.package(pack.id), { version: pack.version }, done);
    setIsAsking(false);
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Match the package ${name}`}
        onClick={() => onMatch(pack)}
      >
        Match…
      </Button>
      <Button
        size="sm"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={`Photos of the package ${name}`}
        onClick={() => onPhotos(pack)}
      >
        Photos…
      </Button>
      <Button
        size="sm"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={`Edit the package ${name}`}
        onClick={() => onEdit(pack)}
      >
        Edit…
      </Button>
      <Button
        size="sm"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={`Delete the package ${name}`}
        onClick={() => setIsAsking(true)}
      >
        Delete…
      </Button>
      <ConfirmDialog
        title="Delete this package?"
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{ variant: "danger", isBusy, onClick: remove, children: "Delete package" }}
      >
        <p>Delete the package {name} only if it was added by mistake. You can't undo this.</p>
      </ConfirmDialog>
      <Failure className="basis-full">{failure}</Failure>
    </div>
  );
}
