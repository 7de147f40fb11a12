"use client";
import { useRouter } from "next/navigation";
import { useId } from "react";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";

export function OpenShipmentForm({ grader, graders }: { grader: string; graders: string[] }) {
  const listId = useId();
  const { post, isBusy, failure } = usePost();
  const router = useRouter();

  async function open(form: FormData) {
    const body = { grader: String(form.get("grader") ?? "") };
    const answer = await post<{ shipment: { id: number } }>(staffApiPaths.shipments, body);
    if (answer.ok) router.push(staffPaths.shipment(answer.data.shipment.id));
  }

  return (
    <form className="space-y-5" onSubmit={submitting(open)}>
      {failure ? (
        <Alert tone="danger" isLive>
          {failure}
        </Alert>
      ) : null}
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full max-w-sm">
          <TextField
            label="Grading company"
            name="grader"
            list={listId}
            maxLength={100}
            defaultValue={grader}
            required
          />
          <datalist id={listId}>
            {graders.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        <SubmitButton isBusy={isBusy} busyText="Starting…">
          New shipment
        </SubmitButton>
      </div>
    </form>
  );
}
