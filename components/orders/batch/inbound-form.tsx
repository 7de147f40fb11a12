import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { dayOf, type InboundShipment, localDay } from "@/lib/orders/inbound";
import type { InboundChange } from "@/lib/orders/tracking/schema";
import {
  CARRIERS,
  carrierName,
  inboundNumberProblem,
  isCarrier,
  readTrackingNumber,
} from "@/lib/orders/tracking-number";

type InboundFormProps = {
  what: "shipped" | "delivered";
  inboundShipment: InboundShipment;
  isBusy: boolean;
  say: (said: InboundChange) => Promise<Record<string, string>>;
  onCancel: () => void;
};

export function InboundForm({ what, inboundShipment, isBusy, say, onCancel }: InboundFormProps) {
  const {
    inbound_shipped_at: shippedAt,
    inbound_delivered_at: deliveredAt,
    paid_at: paidAt,
  } = inboundShipment;
  const isShipped = what === "shipped";
  const saidAt = isShipped ? shippedAt : deliveredAt;
  const [carrier, setCarrier] = useState<string>(inboundShipment.inbound_carrier ?? "");
  const [isPicked, setIsPicked] = useState(false);
  const [number, setNumber] = useState(inboundShipment.inbound_tracking ?? "");
  const [day, setDay] = useState(() => (saidAt ? dayOf(saidAt) : localDay(new Date())));
  const [errors, setErrors] = useState<Record<string, string>>({});
  // A drawer with unsaved changes asks before it closes.
  const [isUnsaved, setIsUnsaved] = useState(false);

  function type(text: string) {
    setNumber(text);
    // Most numbers identify their carrier, some only when complete. A carrier picked by hand stays.
    const read = readTrackingNumber(text);
    const isKnown = "number" in read && read.carrier !== "other";
    if (!isPicked) setCarrier(isKnown ? read.carrier : (inboundShipment.inbound_carrier ?? ""));
  }

  async function send() {
    const wrong: Record<string, string> = {};
    if (day === "") wrong[`${what}_on`] = "Please choose a date.";
    if (!isShipped) return setErrors(day ? await say({ action: what, delivered_on: day }) : wrong);
    const problem = inboundNumberProblem(number);
    if (problem) wrong.number = problem;
    if (!isCarrier(carrier)) return setErrors({ ...wrong, carrier: "Please choose a carrier." });
    const isRight = Object.keys(wrong).length === 0;
    setErrors(isRight ? await say({ action: what, carrier, number, shipped_on: day }) : wrong);
  }

  return (
    <form
      className="space-y-4"
      noValidate
      data-unsaved={isUnsaved ? "" : undefined}
      onChange={() => setIsUnsaved(true)}
      onSubmit={submitting(send)}
    >
      {isShipped ? (
        <>
          <TextField
            label="Tracking number"
            isOptional
            autoComplete="off"
            maxLength={100}
            value={number}
            error={errors.number}
            onChange={(event) => type(event.target.value)}
          />
          <SelectField
            label="Carrier"
            value={carrier}
            error={errors.carrier}
            onChange={(event) => {
              setCarrier(event.target.value);
              setIsPicked(event.target.value !== "");
            }}
            none="Choose"
            options={CARRIERS.map((known) => [known, carrierName(known)])}
          />
        </>
      ) : null}
      <TextField
        label={isShipped ? "Shipped on" : "Delivered on"}
        hint={isShipped ? undefined : "From the carrier's tracking page."}
        type="date"
        min={dayOf(isShipped ? paidAt : (shippedAt ?? paidAt))}
        max={localDay(new Date())}
        value={day}
        error={errors[`${what}_on`]}
        onChange={(event) => setDay(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="sm" isBusy={isBusy} busyText="Saving…">
          {isShipped ? "Save shipment" : "Save delivery"}
        </SubmitButton>
        <Button size="sm" variant="secondary" disabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
