"use client";

import { useRef } from "react";
import { AddResults } from "@/components/staff/groups/add-results";
import { useAddToGroup } from "@/components/staff/groups/use-add-to-group";
import { ScanKeys } from "@/components/staff/scan-keys";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";

/**
 * Takes one label after the other and puts each batch into an open group. The field is empty at once and keeps the keyboard, so
 * that the next scan need not wait for the answer.
 */
export function ScanForm({ groupId }: { groupId: number }) {
  const adding = useAddToGroup(groupId);
  const field = useRef<HTMLInputElement>(null);

  function scan() {
    const code = field.current?.value.trim() ?? "";
    if (field.current) field.current.value = "";
    field.current?.focus();
    if (code) void adding.add({ code });
  }

  return (
    <div className="space-y-5">
      <ScanKeys />
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          scan();
        }}
      >
        <div className="w-full max-w-md">
          <TextField
            ref={field}
            label="Batch ID"
            name="code"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            data-takes-scans=""
            // A scanner types wherever the focus is.
            autoFocus
          />
        </div>
        <SubmitButton busyText="Putting in…">Put in</SubmitButton>
      </form>
      <AddResults {...adding} />
    </div>
  );
}
