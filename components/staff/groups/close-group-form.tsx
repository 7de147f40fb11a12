"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { RefusedMembers } from "@/components/staff/groups/refused-members";
import { useSeenGroup } from "@/components/staff/groups/seen-group";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { apiPaths } from "@/lib/base/api-paths";
import type { AddOutcome } from "@/lib/staff/groups/add-outcome";
import type { GraderGroup } from "@/lib/staff/groups/grader-group";
import { groupMessages, readCards } from "@/lib/staff/groups/schema";

type Refusal = { results: AddOutcome[]; expected: number };

/**
 * Closes a group with the grader's number. How many cards are declared there is typed, not filled in: where it is not what
 * was counted here, it is typed a second time.
 */
export function CloseGroupForm({ group }: { group: GraderGroup }) {
  const { post, isBusy, failure, setFailure } = usePost();
  const { version, tell } = useSeenGroup();
  const router = useRouter();
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<AddOutcome[]>([]);
  /** A number of cards that differs, and waits to be typed again. */
  const [doubtful, setDoubtful] = useState<number>();
  const field = useRef<HTMLInputElement>(null);

  async function close(form: FormData) {
    const cards = readCards(String(form.get("cards") ?? ""));
    tell(undefined);
    setProblem(cards === undefined ? groupMessages.cards : undefined);
    if (cards === undefined) return;
    const body = {
      version,
      number: String(form.get("number") ?? ""),
      cards,
      accepts_difference: cards === doubtful,
    };
    const answer = await post<unknown, Refusal>(apiPaths.adminGroupClose(String(group.id)), body, {
      done: "Group closed",
    });
    if (answer.ok) return;
    setRefused(answer.reply.results ?? []);
    setDoubtful(answer.code === "cards_differ" ? cards : undefined);
    if (answer.code === "group_changed") {
      setFailure(undefined);
      tell(answer.error);
      router.refresh();
    }
    if (answer.code !== "cards_differ" || !field.current) return;
    field.current.value = "";
    field.current.focus();
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
        <Alert tone={doubtful === undefined ? "danger" : "warning"} isLive title={failure}>
          {doubtful === undefined ? null : "If the grader was told this number, type it again."}
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
        Close Group
      </SubmitButton>
    </form>
  );
}
