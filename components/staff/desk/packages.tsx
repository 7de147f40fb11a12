import { useRouter } from "next/navigation";
import { useState } from "react";
import { BatchId } from "@/components/orders/batch-id";
import { PhotoPanel } from "@/components/staff/photos/photo-panel";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { SelectField } from "@/components/ui/select-field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { Time } from "@/components/ui/time";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { CARRIERS } from "@/lib/orders/tracking-number";
import { type PackageRow, packageName } from "@/lib/staff/desk/receiving-desk";

type PackageListProps = { packages: PackageRow[]; onMatch: (pack: PackageRow) => void };

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
                {item.inbound_elsewhere ? (
                  <p>
                    Same number as{" "}
                    <BatchId
                      name={displayBatchId(item.inbound_elsewhere)}
                      href={staffPaths.order(item.inbound_elsewhere.id)}
                    />
                  </p>
                ) : null}
              </Cell>
              <Cell label="Shelf">{item.shelf_location ?? "–"}</Cell>
              <Cell label="Notes" className={item.notes ? "wrap-anywhere" : "max-sm:hidden"}>
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
  const secondary = [
    ["Photos", "Photos of", () => onPhotos(pack)],
    ["Edit", "Edit", () => onEdit(pack)],
    ["Delete", "Delete", () => setIsAsking(true)],
  ] as const;
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
      {secondary.map(([label, action, onClick]) => (
        <Button
          key={label}
          size="sm"
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={`${action} the package ${name}`}
          onClick={onClick}
        >
          {label}…
        </Button>
      ))}
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

type PackageFormProps = {
  stored?: PackageRow;
  tracking?: string | null;
  notes?: string;
  onDone: () => void;
};

/** Adds or edits a package without a batch. After a conflict, saving again overwrites it. */
export function PackageForm({ stored, tracking, notes, onDone }: PackageFormProps) {
  const { post, isBusy, failure } = usePost();
  const [newer, setNewer] = useState<PackageRow>();
  const router = useRouter();

  async function save(form: FormData) {
    const given = Object.fromEntries([...form].filter(([, value]) => value !== ""));
    const { version } = newer ?? stored ?? {};
    const answer = await post<unknown, { package: PackageRow }>(
      stored ? staffApiPaths.package(stored.id) : staffApiPaths.packages,
      { ...given, version },
      { done: "Package saved" },
    );
    if (answer.ok) return onDone();
    if (answer.code === "package_changed") setNewer(answer.reply.package);
    router.refresh();
  }

  return (
    <form className="space-y-5" onSubmit={submitting(save)}>
      {failure ? (
        <Alert tone={newer ? "warning" : "danger"} isLive title={failure}>
          {newer ? factsOf(newer) : null}
        </Alert>
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Sender"
          name="sender"
          maxLength={200}
          defaultValue={stored?.sender ?? ""}
          isOptional
          autoFocus={!stored}
        />
        <SelectField
          label="Carrier"
          name="carrier"
          defaultValue={stored?.carrier ?? ""}
          isOptional
          none="Unknown"
          options={CARRIERS.map((carrier) => [
            carrier,
            carrier === "other" ? "Other" : carrier.toUpperCase(),
          ])}
        />
        <TextField
          key={tracking}
          label="Tracking number"
          name="tracking_number"
          data-scan="keep"
          maxLength={100}
          defaultValue={stored?.tracking_number ?? tracking ?? ""}
          isOptional
        />
        <TextField
          label="Shelf"
          name="shelf"
          maxLength={100}
          defaultValue={stored?.shelf_location ?? ""}
          isOptional
        />
      </div>
      <TextareaField
        label="Notes"
        name="notes"
        rows={2}
        maxLength={2000}
        defaultValue={stored?.notes ?? notes ?? ""}
        isOptional
      />
      <SubmitButton isBusy={isBusy} busyText="Saving…">
        Save package
      </SubmitButton>
    </form>
  );
}

function factsOf(pack: PackageRow): string {
  const { sender, carrier, tracking_number: number, shelf_location: shelf, notes } = pack;
  return (
    [sender, carrier?.toUpperCase(), number, shelf, notes].filter(Boolean).join(", ") || "No details noted."
  );
}
