"use client";
import { ScanLine } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useLayoutEffect, useRef, useState, useTransition } from "react";
import { QuietBox } from "@/components/staff/checkbox";
import { ChangeList } from "@/components/staff/order/staff-timeline";
import { BatchIdField, setText } from "@/components/staff/scan-keys";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { controlled } from "@/components/ui/field";
import { SelectField } from "@/components/ui/select-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";
import {
  CARRIERS,
  type Carrier,
  carrierName,
  isCarrier,
  readTrackingNumber,
  trackingProblemText,
} from "@/lib/orders/tracking-number";
import type { StaffOrder, StaffOrderEvent } from "@/lib/staff/staff-order";

type LookUpFormProps = {
  code: string;
  /** No carrier label is expected, so the next scan is a batch. */
  isFree: boolean;
};

/** Looks up the scanned batch, as a plain form without JavaScript. A scan during the lookup is its carrier label. */
export function LookUpForm({ code, isFree }: LookUpFormProps) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const [isLooking, startLooking] = useTransition();
  useHeldScan(isLooking, (text) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input[data-takes-scans]")];
    const [label, ...others] = fields.filter((one) => one !== field.current);
    if (label && others.length === 0) return label;
    return label || "number" in readTrackingNumber(text) ? null : field.current;
  });

  useEffect(() => {
    if (isFree && code) field.current?.select();
  }, [code, isFree]);

  return (
    <form
      method="get"
      action={staffPaths.returns}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const entered = field.current?.value.trim();
        if (entered) startLooking(() => router.push(withQuery(staffPaths.returns, { code: entered })));
      }}
    >
      <div className="w-full max-w-md">
        <BatchIdField key={code} ref={field} defaultValue={code} data-takes-scans="" autoFocus={isFree} />
      </div>
      <Button type="submit" variant={isFree ? "primary" : "secondary"} isBusy={isLooking}>
        <ScanLine className="size-4" aria-hidden="true" />
        Find batch
      </Button>
    </form>
  );
}

/** Buffers a scan's keys while `isWaiting`, then types them into the field from `fieldFor`. Null discards them. */
function useHeldScan(
  isWaiting: boolean,
  fieldFor: (text: string) => HTMLInputElement | null | undefined,
): void {
  const held = useRef({ text: "", hasEnded: false });
  const latest = useRef(fieldFor);
  useLayoutEffect(() => {
    latest.current = fieldFor;
  });

  useEffect(() => {
    if (!isWaiting) {
      const { text, hasEnded } = held.current;
      held.current = { text: "", hasEnded: false };
      const field = text ? latest.current(text) : null;
      if (field) enter(field, text, hasEnded);
      return;
    }
    function onKey(event: KeyboardEvent) {
      const { key } = event;
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const { text, hasEnded } = held.current;
      if (key !== "Enter" && key !== "Backspace" && key.length > 1) return;
      event.preventDefault();
      event.stopPropagation();
      if (hasEnded) return;
      if (key === "Enter") held.current.hasEnded = text !== "";
      else held.current.text = key === "Backspace" ? text.slice(0, -1) : text + key;
    }
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [isWaiting]);
}

function enter(field: HTMLInputElement, text: string, hasEnded: boolean): void {
  field.focus();
  setText(field, text);
  // Runs after React has processed the change.
  if (hasEnded) setTimeout(() => field.form?.requestSubmit());
}

type ReturnFormProps = {
  order: { id: string; version: number; name: string };
  hasAddress: boolean;
};

type Refusal = { order: StaffOrder; changes: StaffOrderEvent[] };

const DOUBTS = {
  address: "We have no return address. Check the label.",
  shape: "This number doesn't match any carrier we know. Check it.",
};

/** An Enter within this time after a question is a repeat, from a bouncing key or a scanner's CR LF. */
const READ_MS = 400;

/** Asks for the return shipment's tracking number. A scan is enough. Enter confirms a questionable number once. */
export function ReturnForm({ order, hasAddress }: ReturnFormProps) {
  const { post, isBusy, failure, setFailure } = usePost();
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isQuiet, setIsQuiet] = useState(false);
  /** Picked by hand. Otherwise the carrier is detected from the number. */
  const [picked, setPicked] = useState<Carrier>();
  const [version, setVersion] = useState(order.version);
  const [changes, setChanges] = useState<StaffOrderEvent[]>([]);
  /** The number that a question is about. */
  const [asked, setAsked] = useState<{ number: string; doubts: string[]; isBox: boolean }>();
  /** The question once it has been visible long enough to be read. */
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
      return setProblem(trackingProblemText(read.problem));
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
    // The address may have changed together with the order.
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
            ? "If both are in the same box, press Enter again."
            : "If it's right, press Enter again."}
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
        {...controlled(typed, setTyped)}
        error={problem}
        autoFocus
      />
      <SelectField
        label="Carrier"
        value={carrier ?? ""}
        onChange={(event) => setPicked(isCarrier(event.target.value) ? event.target.value : undefined)}
        none="Detect from number"
        options={CARRIERS.map((name) => [name, carrierName(name)])}
      />
      <QuietBox isOn={isQuiet} onChange={setIsQuiet} />
      <SubmitButton isBusy={isBusy} isAtRest={isUnread} busyText="Saving…">
        Ship batch back
      </SubmitButton>
      <p className="text-sm text-text-muted">
        {isQuiet
          ? "The customer will see this right away but won't get an email."
          : "The customer will see this right away and get an email in 10 minutes."}
      </p>
    </form>
  );
}
