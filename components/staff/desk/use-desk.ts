import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { withQuery } from "@/lib/base/paths";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { getJson, type JsonFailure, postJson } from "@/lib/http/post-json";
import { type DeskEvent, reduceDesk } from "@/lib/staff/desk/desk-events";
import { type Desk, type DeskEffect, EMPTY_DESK, lookUpBatch } from "@/lib/staff/desk/desk-state";
import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";
import type { StaffOrderEvent } from "@/lib/staff/staff-order";

type Saved = { action_id: string; order: DeskOrder };
type Refusal = { order: DeskOrder; changes: StaffOrderEvent[] };

/** Runs the desk, which opens with `code` and `orders`. Server responses come back as events, and a write refreshes the lists. */
export function useDesk(code: string, orders: DeskOrder[]) {
  const router = useRouter();
  const [desk, setDesk] = useState(() => firstDesk(code, orders));
  // A scanner's next key can arrive before React renders.
  const current = useRef(desk);

  function send(event: DeskEvent): void {
    const { desk: next, effect } = reduceDesk(current.current, event);
    current.current = next;
    setDesk(next);
    if (!effect) return;
    void run(effect).then((answer) => {
      if (answer.type === "saved") router.refresh();
      send(answer);
    });
  }

  return { desk, send };
}

function firstDesk(code: string, orders: DeskOrder[]): Desk {
  if (!code) return EMPTY_DESK;
  return reduceDesk(lookUpBatch(EMPTY_DESK, code).desk, { type: "found", orders }).desk;
}

const find = (query: { code?: string; search?: string }) =>
  getJson<{ orders: DeskOrder[] }>(withQuery(staffApiPaths.desk, query));

async function run(effect: DeskEffect): Promise<DeskEvent> {
  switch (effect.do) {
    case "look_up": {
      const answer = await find({ code: effect.code });
      return answer.ok ? { type: "found", orders: answer.data.orders } : refusal(answer);
    }
    case "check_number": {
      const { number } = effect;
      const answer = await find({ code: number });
      return { type: "number_checked", number, orders: answer.ok ? answer.data.orders : [] };
    }
    case "search": {
      const { text, nth } = effect;
      const answer = await find({ search: text });
      return answer.ok
        ? { type: "candidates", nth, orders: answer.data.orders }
        : { type: "search_failed", nth, text: answer.error };
    }
    case "match": {
      const body = { package_id: effect.packageId, order_id: effect.order.id };
      return save("match", staffApiPaths.matchPackage, body);
    }
    case "set_aside": {
      const { order, note, shelf, tracking } = effect;
      const body = { action: "set_aside", note, shelf, ...(tracking ? { inbound_tracking: tracking } : {}) };
      return save("aside", staffApiPaths.setAside(order.id), body);
    }
    case "count": {
      const { order, count, draft, isRecount, isMoreToCome, tracking } = effect;
      return save(isMoreToCome ? "box" : "count", staffApiPaths.checkIn(order.id), {
        version: order.version,
        count,
        condition: draft.condition,
        shelf: draft.shelf,
        is_recount: isRecount,
        is_more_to_come: isMoreToCome,
        ...(tracking ? { inbound_tracking: tracking } : {}),
      });
    }
  }
}

async function save(
  what: Extract<DeskEvent, { type: "saved" }>["what"],
  path: string,
  body: object,
): Promise<DeskEvent> {
  const answer = await postJson<Saved, Refusal>(path, body);
  if (!answer.ok) return refusal(answer);
  return { type: "saved", what, order: answer.data.order, actionId: answer.data.action_id };
}

function refusal({ code, error, reply }: JsonFailure | JsonFailure<Refusal>): DeskEvent {
  const { order, changes } = reply as Partial<Refusal>;
  return {
    type: "refused",
    code,
    text: error,
    ...(order ? { order } : {}),
    ...(changes ? { changes } : {}),
  };
}
