"use client";

import { useState } from "react";
import { InboundForm } from "@/components/orders/inbound/inbound-form";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { dayOf, localDay, type WayHere } from "@/lib/orders/inbound";
import { inboundNumberProblem, type SaidInbound } from "@/lib/orders/inbound/schema";
import { CARRIERS, carrierName, isCarrier, readTrackingNumber } from "@/lib/orders/shipping/tracking-number";

/** Sends what was said and answers what is wrong with a field, by its name. */
export type SayInbound = (said: SaidInbound) => Promise<Record<string, string>>;

/** What both forms about a package's way to us get. */
export type WayFormProps = {
  wayHere: WayHere;
  isBusy: boolean;
  say: SayInbound;
  onCancel: () => void;
};

/** Asks who carries the package, under which number, and on which day it left: today, unless changed. */
export function ShippedForm({ wayHere, isBusy, say, onCancel }: WayFormProps) {
  const { inbound_carrier: saidCarrier, inbound_tracking: saidNumber, inbound_shipped_at: saidAt } = wayHere;
  const [carrier, setCarrier] = useState<string>(saidCarrier ?? "");
  const [number, setNumber] = useState(saidNumber ?? "");
  const [day, setDay] = useState(() => (saidAt ? dayOf(saidAt) : localDay(new Date())));
  const [errors, setErrors] = useState<Record<string, string>>({});

  function type(text: string) {
    setNumber(text);
    // Most numbers tell whose they are; who has chosen otherwise is believed.
    const read = readTrackingNumber(text);
    if (carrier === "" && "number" in read && read.carrier !== "other") setCarrier(read.carrier);
  }

  async function send() {
    const problem = inboundNumberProblem(number);
    if (!isCarrier(carrier) || problem || day === "") {
      return setErrors({
        ...(isCarrier(carrier) ? {} : { carrier: "Please choose the carrier." }),
        ...(problem ? { number: problem } : {}),
        ...(day === "" ? { shipped_on: "Please choose a day." } : {}),
      });
    }
    setErrors(await say({ action: "shipped", carrier, number, shipped_on: day }));
  }

  return (
    <InboundForm isBusy={isBusy} send={send} onCancel={onCancel}>
      <SelectField
        label="Carrier"
        value={carrier}
        error={errors.carrier}
        onChange={(event) => setCarrier(event.target.value)}
      >
        <option value="">Choose</option>
        {CARRIERS.map((known) => (
          <option key={known} value={known}>
            {carrierName(known)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Tracking number"
        isOptional
        autoComplete="off"
        maxLength={100}
        value={number}
        error={errors.number}
        onChange={(event) => type(event.target.value)}
      />
      <TextField
        label="Shipped on"
        type="date"
        min={dayOf(wayHere.paid_at)}
        max={localDay(new Date())}
        value={day}
        error={errors.shipped_on}
        onChange={(event) => setDay(event.target.value)}
      />
    </InboundForm>
  );
}
