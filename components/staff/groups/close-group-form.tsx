"use client";

import { useState } from "react";
import { RefusedMembers } from "@/components/staff/groups/refused-members";
import { useSeenGroup } from "@/components/staff/groups/seen-group";
import { useCountedPress } from "@/components/staff/groups/use-counted-press";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { GraderGroup } from "@/lib/staff/groups/grader-group";
import { groupMessages, readCards } from "@/lib/staff/groups/schema";

/**
 * Closes a group with the grader's number. How many cards are declared there is typed, not filled in: where it is not what
 * was counted here, it is typed a second time.
 */
export function CloseGroupForm({ group }: { group: GraderGroup }) {
  const { send, isBusy, failure, refused, isDoubtful, field } = useCountedPress();
  const { version, tell } = useSeenGroup();
  const [problem, setProblem] = useState<string>();

  async function close(form: FormData) {
    const cards = readCards(String(form.get("cards") ?? ""));
    tell(undefined);
    setProblem(cards === undefined ? groupMessages.cards : undefined);
    if (cards === undefined) return;
    const body = { version, step: "closed", number: String(form.get("number") ?? "") };
    await send(staffApiPaths.groupStep(String(group.id)), body, cards, "Group closed");
  }

  return (
    <form
      className="space-y-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void close(new FormData(event.currentTarget));
      }}
    >
      {failure ? (
        <Alert tone={isDoubtful ? "warning" : "danger"} isLive title={failure}>
          {isDoubtful ? "If the grader was told this number, type it again." : null}
          <RefusedMembers results={refused} />
        </Alert>
      ) : null}
      <TextField
        label="Submission number"
        hint="The grading company's."
        name="number"
        maxLength={100}
        autoComplete="off"
      />
      <TextField
        ref={field}
        label="Cards declared"
        hint="As the grading company was told."
        inputMode="numeric"
        maxLength={100}
        autoComplete="off"
        name="cards"
        error={problem}
      />
      <SubmitButton isBusy={isBusy} busyText="Closing…">
        Close group
      </SubmitButton>
    </form>
  );
}
