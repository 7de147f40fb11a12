"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { InboundForm } from "@/components/orders/inbound/inbound-form";
import { TrackingNumber } from "@/components/orders/tracking-number";
import { Button } from "@/components/ui/button";
import { FactList } from "@/components/ui/fact-list";
import { Failure } from "@/components/ui/failure";
import { Time } from "@/components/ui/time";
import { useAnsweredFocus } from "@/components/ui/use-answered-focus";
import { useNextFocus } from "@/components/ui/use-next-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";
import type { WayHere } from "@/lib/orders/inbound";
import type { InboundChange } from "@/lib/orders/inbound/schema";
import { carrierName } from "@/lib/orders/shipping/tracking-number";
import { carrierPage } from "@/lib/orders/tracking/carrier";

type WayHerePanelProps = {
  wayHere: WayHere;
  /** The token of the tracking page that shows it; null in the owner's account and on a confirmation. */
  token: string | null;
  /** Level of the heading, below that of the page or drawer. */
  level: 2 | 3;
};

/**
 * Shows what the customer said of the package's way to us, and takes it: shipped, delivered, or neither, until the package is
 * here.
 */
export function WayHerePanel({ wayHere, token, level }: WayHerePanelProps) {
  const router = useRouter();
  const [open, setOpen] = useState<"shipped" | "delivered" | null>(null);
  const [busy, setBusy] = useState<InboundChange["action"] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [panel, focusNext] = useNextFocus();
  const noteAnswer = useAnsweredFocus(wayHere, "[data-head], [data-cancellation]");
  const { order_id: orderId, inbound_shipped_at: shippedAt, inbound_delivered_at: deliveredAt } = wayHere;

  const say = async (said: InboundChange): Promise<Record<string, string>> => {
    setBusy(said.action);
    setError(null);
    const answer = await postJson(apiPaths.inbound(orderId), { ...said, ...(token ? { token } : {}) });
    setBusy(null);
    if (answer.ok) {
      // A batch that is to be canceled has this panel no more once nothing was shipped.
      if (said.action === "not_shipped") noteAnswer();
      else focusNext("[data-head]");
      setOpen(null);
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
        Your package to us
      </Heading>
      {shippedAt ? (
        <Said wayHere={wayHere} />
      ) : (
        <p className="text-sm text-text-muted">
          Tell us when it is on its way, with its tracking number if you have one: then we look out for it.
        </p>
      )}
      <Failure>{error}</Failure>
      {open ? (
        <InboundForm
          what={open}
          wayHere={wayHere}
          isBusy={busy !== null}
          say={say}
          onCancel={() => ask(null)}
        />
      ) : null}
      {open === null && !shippedAt ? (
        // Where the label is printed, too, that comes first.
        <Button
          size="sm"
          variant={token === null ? "secondary" : "primary"}
          data-ask="shipped"
          onClick={() => ask("shipped")}
        >
          I have shipped it
        </Button>
      ) : null}
      {open === null && shippedAt ? (
        <div className="flex flex-wrap gap-2">
          {deliveredAt ? null : (
            <Button size="sm" disabled={busy !== null} data-ask="delivered" onClick={() => ask("delivered")}>
              It was delivered
            </Button>
          )}
          <Button
            size="sm"
            variant="secondary"
            disabled={busy !== null}
            data-ask={deliveredAt ? "delivered" : "shipped"}
            onClick={() => ask(deliveredAt ? "delivered" : "shipped")}
          >
            Change
          </Button>
          <Button
            size="sm"
            variant="quiet"
            isBusy={busy === "not_delivered" || busy === "not_shipped"}
            onClick={() => say({ action: deliveredAt ? "not_delivered" : "not_shipped" })}
          >
            {deliveredAt ? "It was not delivered" : "I have not shipped it yet"}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Said({ wayHere }: { wayHere: WayHere }) {
  const { inbound_carrier: carrier, inbound_tracking: number, inbound_delivered_at: deliveredAt } = wayHere;
  const line = { text: number ?? "", page: carrierPage(number, carrier) };
  return (
    <div role="status" className="space-y-3">
      <FactList
        facts={[
          ["Shipped", <Time key="shipped" at={wayHere.inbound_shipped_at ?? ""} show="long-date" />],
          ...(carrier ? ([["Carrier", carrierName(carrier)]] satisfies [string, string][]) : []),
          ["Package tracking", number ? <TrackingNumber key="number" line={line} /> : "None given"],
          [
            "Delivered to us",
            deliveredAt ? <Time key="delivered" at={deliveredAt} show="long-date" /> : "Not yet",
          ],
        ]}
      />
      {wayHere.search ? <p className="text-sm text-text-muted">{wayHere.search}</p> : null}
    </div>
  );
}
