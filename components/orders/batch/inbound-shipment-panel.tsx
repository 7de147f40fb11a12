import { useRouter } from "next/navigation";
import { useState } from "react";
import { InboundForm } from "@/components/orders/batch/inbound-form";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { Button } from "@/components/ui/button";
import { FactList } from "@/components/ui/fact-list";
import { Failure } from "@/components/ui/failure";
import { Time } from "@/components/ui/time";
import { useNextFocus, useOutcomeFocus } from "@/components/ui/use-next-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";
import type { InboundShipment } from "@/lib/orders/inbound";
import type { InboundChange } from "@/lib/orders/tracking/schema";
import { carrierName, carrierPage } from "@/lib/orders/tracking-number";

type InboundShipmentPanelProps = {
  inboundShipment: InboundShipment;
  /** Token of the tracking page that renders this panel. Null on the dashboard and the confirmation. */
  token: string | null;
  level: 2 | 3;
};

export function InboundShipmentPanel({ inboundShipment, token, level }: InboundShipmentPanelProps) {
  const router = useRouter();
  const [open, setOpen] = useState<"shipped" | "delivered" | null>(null);
  const [busy, setBusy] = useState<InboundChange["action"] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isThanked, setIsThanked] = useState(false);
  const [panel, focusNext] = useNextFocus();
  const noteAnswer = useOutcomeFocus(inboundShipment, "[data-head], [data-cancellation]");
  const {
    order_id: orderId,
    inbound_shipped_at: shippedAt,
    inbound_delivered_at: deliveredAt,
  } = inboundShipment;

  const say = async (said: InboundChange): Promise<Record<string, string>> => {
    setBusy(said.action);
    setError(null);
    const answer = await postJson(apiPaths.inbound(orderId), { ...said, ...(token ? { token } : {}) });
    setBusy(null);
    if (answer.ok) {
      // If a cancellation is pending, this panel disappears once the package is marked as not shipped.
      if (said.action === "not_shipped") noteAnswer();
      else focusNext("[data-head]");
      setOpen(null);
      setIsThanked(said.action === "shipped");
      router.refresh();
      return {};
    }
    const { fields } = answer;
    if (Object.keys(fields).length === 0) setError(answer.error);
    return fields;
  };

  const ask = (what: "shipped" | "delivered" | null) => {
    focusNext(what ? "select, input" : `[data-ask=${open}]`);
    setError(null);
    setOpen(what);
  };
  const Heading = `h${level}` as const;
  return (
    <section ref={panel} className="space-y-4">
      <Heading className="text-lg font-semibold" tabIndex={-1} data-head="">
        Your package
      </Heading>
      {/* Always rendered, so that screen readers announce changes. */}
      <div role="status" className="space-y-3">
        {isThanked ? <p className="font-medium">Thanks. We'll watch for your package.</p> : null}
        {shippedAt ? <Said inboundShipment={inboundShipment} /> : null}
        {shippedAt || isThanked ? null : (
          <p className="text-sm text-text-muted">
            Shipped it? Add your tracking number so we can watch for it.
          </p>
        )}
      </div>
      <Failure>{error}</Failure>
      {open ? (
        <InboundForm
          what={open}
          inboundShipment={inboundShipment}
          isBusy={busy !== null}
          say={say}
          onCancel={() => ask(null)}
        />
      ) : null}
      {open === null && !shippedAt ? (
        <Button size="sm" variant="secondary" data-ask="shipped" onClick={() => ask("shipped")}>
          I've shipped it
        </Button>
      ) : null}
      {open === null && shippedAt ? (
        <div className="flex flex-wrap gap-2">
          {deliveredAt ? null : (
            <Button
              size="sm"
              variant="secondary"
              disabled={busy !== null}
              data-ask="delivered"
              onClick={() => ask("delivered")}
            >
              Tell us it was delivered
            </Button>
          )}
          <Button
            size="sm"
            variant="secondary"
            disabled={busy !== null}
            data-ask={deliveredAt ? "delivered" : "shipped"}
            onClick={() => ask(deliveredAt ? "delivered" : "shipped")}
          >
            {deliveredAt ? "Edit delivery" : "Edit shipment"}
          </Button>
          <Button
            size="sm"
            variant="secondary"
            isBusy={busy === "not_delivered" || busy === "not_shipped"}
            onClick={() => say({ action: deliveredAt ? "not_delivered" : "not_shipped" })}
          >
            {deliveredAt ? "Mark as not delivered" : "Mark as not shipped"}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Said({ inboundShipment }: { inboundShipment: InboundShipment }) {
  const { inbound_carrier: carrier, inbound_tracking: number, search } = inboundShipment;
  const { inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt } = inboundShipment;
  const facts: [string, React.ReactNode][] = [
    ["Shipped", <Time key="shipped" at={shippedAt ?? ""} show="date" />],
  ];
  if (carrier) facts.push(["Carrier", carrierName(carrier)]);
  if (number) {
    const line = { text: number, page: carrierPage(number, carrier) };
    facts.push(["Tracking number", <TrackingNumber key="number" line={line} />]);
  }
  if (deliveredAt) facts.push(["Delivered to us", <Time key="delivered" at={deliveredAt} show="date" />]);
  return (
    <>
      <FactList facts={facts} />
      {search ? <p className="text-sm text-text-muted">{search}</p> : null}
    </>
  );
}
