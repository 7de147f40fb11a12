"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { QuietBox } from "@/components/staff/notice-boxes";
import { ChangeList } from "@/components/staff/order/staff-timeline";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { SelectField } from "@/components/ui/select-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import {
  CARRIERS,
  type Carrier,
  carrierName,
  isCarrier,
  readTrackingNumber,
  trackingProblemWords,
} from "@/lib/orders/shipping/tracking-number";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

type ReturnFormProps = {
  order: { id: string; version: number; name: string };
  hasAddress: boolean;
};

type Refusal = { order: StaffOrder; changes: StaffOrderEvent[] };

const DOUBTS = {
  address: "No address is known. Check the one on the label.",
  shape: "No carrier that we know has numbers like this one. Check it.",
};

/** An Enter that comes sooner after a question was of the press before it: a key that bounces, a scanner's CR and LF. */
const READ_MS = 400;

/** Takes the return shipment's number. Scanning it is enough; a doubt is asked once and answered by Enter. */
export function ReturnForm({ order, hasAddress }: ReturnFormProps) {
  const { post, isBusy, failure, setFailure } = usePost();
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isQuiet, setIsQuiet] = useState(false);
  /** Picked by hand; else the number's shape tells. */
  const [picked, setPicked] = useState<Carrier>();
  const [version, setVersion] = useState(order.version);
  const [changes, setChanges] = useState<StaffOrderEvent[]>([]);
  /** The number for which doubts, or the box, were asked about. */
  const [asked, setAsked] = useState<{ number: string; doubts: string[]; isBox: boolean }>();
  /** The question that somebody can have read by now. */
  const [answerable, setAnswerable] = useState<typeof asked>();
  useEffect(() => {
    const timer = setTimeout(() => setAnswerable(asked), READ_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const read = readTrackingNumber(typed);
  const carrier = picked ?? ("carrier" in read ? read.carrier : undefined);

  async function send() {
    setFailure(undefined);
    if ("problem" in read) {
      setTyped("");
      return setProblem(trackingProblemWords(read.problem));
    }
    setProblem(undefined);
    const isAnswered = asked?.number === read.number;
    const doubts = [
      ...(hasAddress ? [] : [DOUBTS.address]),
      ...(read.carrier === "other" && !picked ? [DOUBTS.shape] : []),
    ];
    if (doubts.length > 0 && !isAnswered) return setAsked({ number: read.number, doubts, isBox: false });
    const body = {
      version,
      tracking_number: read.number,
      carrier: carrier ?? "other",
      is_same_box: isAnswered && asked.isBox,
      ...(isQuiet ? { is_quiet: true } : {}),
    };
    const answer = await post<unknown, Refusal>(staffApiPaths.return(order.id), body, {
      done: `${order.name} is on its way back`,
    });
    if (answer.ok) return router.push(staffPaths.returns);
    if (answer.code === "same_box")
      return setAsked({ number: read.number, doubts: [answer.error], isBox: true });
    setAsked(undefined);
    if (answer.code.startsWith("number_of_other_")) setTyped("");
    field.current?.focus();
    const { order: current, changes: others } = answer.reply;
    if (!current || !others) return;
    setChanges(others);
    setVersion(current.version);
    // The address may have changed with it.
    router.refresh();
  }

  const isAsking = asked !== undefined && "number" in read && asked.number === read.number;
  const isUnread = isAsking && asked !== answerable;
  return (
    <form
      className="space-y-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && !isUnread) void send();
      }}
    >
      {failure && !isAsking ? (
        <Alert tone={changes.length > 0 ? "warning" : "danger"} isLive title={failure}>
          {changes.length > 0 ? <ChangeList events={changes} /> : null}
        </Alert>
      ) : null}
      {isAsking ? (
        <Alert tone="warning" isLive title={asked.doubts.join(" ")}>
          {asked.isBox
            ? "Are both in the same box? Then press Enter again."
            : "If it is right, press Enter again."}
        </Alert>
      ) : null}
      <TextField
        ref={field}
        label="Tracking number"
        data-takes-scans=""
        hint="Scan the carrier's label."
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={problem}
        autoFocus
      />
      <SelectField
        label="Carrier"
        hint="Told by the number; choose another one where it is wrong."
        value={carrier ?? ""}
        onChange={(event) => setPicked(isCarrier(event.target.value) ? event.target.value : undefined)}
      >
        <option value="">As the number tells</option>
        {CARRIERS.map((name) => (
          <option key={name} value={name}>
            {carrierName(name)}
          </option>
        ))}
      </SelectField>
      <QuietBox isOn={isQuiet} onChange={setIsQuiet} />
      <SubmitButton isBusy={isBusy} isAtRest={isUnread} busyText="Saving…">
        Send back
      </SubmitButton>
      <p className="text-sm text-text-muted">
        {isQuiet
          ? "The owner sees it at once, and gets no mail."
          : "The owner sees it at once, and gets a mail with the number in ten minutes, unless it is taken back."}
      </p>
    </form>
  );
}
