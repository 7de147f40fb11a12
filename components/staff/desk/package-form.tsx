"use client";

import { useRouter } from "next/navigation";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { SelectField } from "@/components/ui/select-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { TextareaField } from "@/components/ui/textarea-field";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";
import { CARRIERS } from "@/lib/orders/shipping/tracking-number";

/**
 * Takes what is written on a package whose batch nobody knows, so that it can be kept until somebody finds out whose it
 * is.
 */
export function PackageForm({ code }: { code: string }) {
  const { post, isBusy, failure } = usePost();
  const router = useRouter();

  async function keep(form: FormData) {
    const given = [...form].filter(([, value]) => value !== "");
    const { ok } = await post(apiPaths.adminPackages, Object.fromEntries(given), { done: "Package kept" });
    if (ok) router.push(paths.adminReceive);
  }

  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        void keep(new FormData(event.currentTarget));
      }}
    >
      {failure ? (
        <Alert tone="danger" isLive>
          {failure}
        </Alert>
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Sender" name="sender" maxLength={200} isOptional />
        <SelectField label="Carrier" name="carrier" defaultValue="" isOptional>
          <option value="">Unknown</option>
          {CARRIERS.map((carrier) => (
            <option key={carrier} value={carrier}>
              {carrier === "other" ? "Other" : carrier.toUpperCase()}
            </option>
          ))}
        </SelectField>
        <TextField label="Tracking number" name="tracking_number" maxLength={100} isOptional />
        <TextField label="Shelf" name="shelf" maxLength={100} isOptional />
      </div>
      <TextareaField
        label="Notes"
        name="notes"
        rows={2}
        maxLength={2000}
        defaultValue={`The label reads “${code}”.`}
        isOptional
      />
      <SubmitButton isBusy={isBusy} busyText="Saving…">
        Keep Package
      </SubmitButton>
    </form>
  );
}
