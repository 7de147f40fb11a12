"use client";

import { useRef, useState } from "react";
import { ChangeList } from "@/components/staff/order/change-list";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { SelectField } from "@/components/ui/select-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { apiPaths } from "@/lib/base/api-paths";
import type { PackageCondition } from "@/lib/orders/order";
import { PACKAGE_CONDITIONS } from "@/lib/orders/status";
import { checkInSchema } from "@/lib/staff/desk/schema";
import { readCount } from "@/lib/staff/desk/typed-count";
import { conditionLabel } from "@/lib/staff/labels";
import { staffMessages } from "@/lib/staff/schema";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

/** Tells how many cards were counted, whether that differs from what was paid for, and what takes it back. */
export type CheckedIn = { count: number; isMismatch: boolean; actId: string };

type CheckInFormProps = { order: StaffOrder; isRecount: boolean; onCheckedIn: (result: CheckedIn) => void };

type Saved = { is_mismatch: boolean; act_id: string };
type Refusal = { order: StaffOrder; changes: StaffOrderEvent[] };

/**
 * Takes count, condition and shelf of an opened package. A count that differs from what was paid for is typed twice, and a
 * code that is scanned into the field is none. When somebody else was faster it shows their changes; sending the form once
 * more then saves over them.
 */
export function CheckInForm({ order, isRecount, onCheckedIn }: CheckInFormProps) {
  const { post, isBusy, failure } = usePost();
  const [problem, setProblem] = useState<string>();
  const [version, setVersion] = useState(order.version);
  const [changes, setChanges] = useState<StaffOrderEvent[]>([]);
  const [typed, setTyped] = useState("");
  /** A count that differs from what was paid for, and waits to be typed again. */
  const [doubtful, setDoubtful] = useState<number>();
  const field = useRef<HTMLInputElement>(null);

  async function checkIn(form: FormData) {
    const read = readCount(typed);
    if ("problem" in read) {
      setTyped("");
      return setProblem(read.problem === "code" ? staffMessages.codeForCount : staffMessages.count);
    }
    const { count } = read;
    if (count !== order.num_cards && count !== doubtful) {
      setProblem(undefined);
      setTyped("");
      field.current?.focus();
      return setDoubtful(count);
    }
    const body = checkInSchema.safeParse({
      version,
      count,
      condition: form.get("condition") as PackageCondition,
      shelf: String(form.get("shelf") ?? ""),
      is_recount: isRecount,
    });
    setProblem(body.success ? undefined : staffMessages.count);
    if (!body.success) return;
    const answer = await post<Saved, Refusal>(apiPaths.adminCheckIn(order.id), body.data);
    if (answer.ok) {
      const { is_mismatch: isMismatch, act_id: actId } = answer.data;
      return onCheckedIn({ count: body.data.count, isMismatch, actId });
    }
    const { order: current, changes: others } = answer.reply;
    if (!current || !others) return;
    setChanges(others);
    setVersion(current.version);
  }

  return (
    <form
      className="space-y-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void checkIn(new FormData(event.currentTarget));
      }}
    >
      {failure ? (
        <Alert tone={changes.length > 0 ? "warning" : "danger"} isLive title={failure}>
          {changes.length > 0 ? <ChangeList events={changes} /> : null}
        </Alert>
      ) : null}
      {doubtful === undefined ? null : (
        <Alert
          tone="warning"
          isLive
          title={`You counted ${doubtful.toLocaleString("en-US")}, and ${order.num_cards.toLocaleString("en-US")} were paid for`}
        >
          Count once more, then type the number again: it goes to the customer.
        </Alert>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          ref={field}
          label="Cards counted"
          hint={`Of ${order.num_cards.toLocaleString("en-US")} paid for.`}
          inputMode="numeric"
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={problem}
          autoFocus
        />
        <TextField
          label="Shelf"
          name="shelf"
          maxLength={100}
          defaultValue={order.shelf_location ?? ""}
          isOptional
        />
      </div>
      <SelectField label="Condition" name="condition" defaultValue={order.package_condition ?? "ok"}>
        {PACKAGE_CONDITIONS.map((condition) => (
          <option key={condition} value={condition}>
            {conditionLabel(condition)}
          </option>
        ))}
      </SelectField>
      <SubmitButton isBusy={isBusy} busyText="Saving…">
        {isRecount ? "Save the New Count" : "Check In"}
      </SubmitButton>
    </form>
  );
}
