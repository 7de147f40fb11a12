"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { SelectField } from "@/components/ui/select-field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { CARRIERS } from "@/lib/orders/shipping/tracking-number";
import type { PackageRow } from "@/lib/staff/desk/receiving-desk";

type PackageFormProps = {
  /** The package to edit; without it, a new one is kept. */
  stored?: PackageRow;
  /** What is known about a new one. */
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
        <SelectField label="Carrier" name="carrier" defaultValue={stored?.carrier ?? ""} isOptional>
          <option value="">Unknown</option>
          {CARRIERS.map((carrier) => (
            <option key={carrier} value={carrier}>
              {carrier === "other" ? "Other" : carrier.toUpperCase()}
            </option>
          ))}
        </SelectField>
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
