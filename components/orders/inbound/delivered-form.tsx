"use client";

import { useState } from "react";
import { InboundForm } from "@/components/orders/inbound/inbound-form";
import type { WayFormProps } from "@/components/orders/inbound/shipped-form";
import { TextField } from "@/components/ui/text-field";
import { dayOf, localDay } from "@/lib/orders/inbound";

/** Asks on which day the carrier delivered the package to us: today, unless changed. */
export function DeliveredForm({ wayHere, isBusy, say, onCancel }: WayFormProps) {
  const { inbound_shipped_at: shippedAt, inbound_delivered_at: saidAt, paid_at: paidAt } = wayHere;
  const [day, setDay] = useState(() => (saidAt ? dayOf(saidAt) : localDay(new Date())));
  const [error, setError] = useState<string>();

  async function send() {
    if (day === "") return setError("Please choose a day.");
    setError((await say({ action: "delivered", delivered_on: day })).delivered_on);
  }

  return (
    <InboundForm isBusy={isBusy} send={send} onCancel={onCancel}>
      <TextField
        label="Delivered on"
        hint="As the carrier's page says."
        type="date"
        min={dayOf(shippedAt ?? paidAt)}
        max={localDay(new Date())}
        value={day}
        error={error}
        onChange={(event) => setDay(event.target.value)}
      />
    </InboundForm>
  );
}
