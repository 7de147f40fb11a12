import type { GraderShipment } from "@/lib/staff/grader-shipments/grader-shipment";
import { addOrder, type StoredOrder } from "./rows.ts";
import type { StaffActions } from "./staff-actions.ts";

export const addReceived = (
  sql: Parameters<typeof addOrder>[0],
  columns: Parameters<typeof addOrder>[1] = {},
): Promise<StoredOrder> =>
  addOrder(sql, {
    fulfillment_status: "grading",
    submission_status: "received",
    arrived_at: new Date(),
    received_at: new Date(),
    received_count: 10,
    package_condition: "ok",
    ...columns,
  });

type Result = { outcome: string; id: string };
type Answer = {
  outcome: string;
  action_id: string;
  shipment: GraderShipment;
  results: Result[];
  expected?: number;
};

export class ShipmentActions {
  readonly id: number;
  readonly #actions: StaffActions;
  version: number;

  constructor(actions: StaffActions, { id, version }: GraderShipment) {
    this.#actions = actions;
    this.id = id;
    this.version = version;
  }

  static async begin(actions: StaffActions, grader = "PSA"): Promise<ShipmentActions> {
    const { shipment } = await actions.write<{ shipment: GraderShipment }>("staff_open_shipment", {
      p_grader: grader,
    });
    return new ShipmentActions(actions, shipment);
  }

  async #press(name: string, args: Record<string, unknown>): Promise<Answer> {
    const answer = await this.#actions.write<Answer>(name, { p_shipment_id: this.id, ...args });
    if (answer.shipment) this.version = answer.shipment.version;
    return answer;
  }

  async add(orders: { id: string }[], reason: string | null = null) {
    const ids = orders.map(({ id }) => id);
    const answer = await this.#press("staff_add_to_shipment", { p_order_ids: ids, p_reason: reason });
    const outcomes = Object.fromEntries((answer.results ?? []).map(({ id, outcome }) => [id, outcome]));
    return { ...answer, outcomes };
  }

  scan(code: string): Promise<Answer> {
    return this.#press("staff_add_to_shipment", { p_code: code });
  }

  takeOut(order: { id: string }): Promise<Answer> {
    return this.#press("staff_take_from_shipment", { p_order_id: order.id });
  }

  close(number: string, cards: number, changes: Record<string, unknown> = {}): Promise<Answer> {
    return this.step("closed", { p_number: number, p_cards: cards, ...changes });
  }

  step(step: string, changes: Record<string, unknown> = {}): Promise<Answer> {
    return this.#press("staff_step_shipment", { p_version: this.version, p_step: step, ...changes });
  }

  discard(): Promise<Answer> {
    return this.#press("staff_discard_shipment", {});
  }
}

export async function addToSentShipment(
  sql: Parameters<typeof addOrder>[0],
  orderId: string,
  grader: string,
  number: string,
): Promise<void> {
  await sql`
    with new as (
      insert into grader_shipments (grader, step, submission_number, declared_cards, shipped_at, opened_by)
      values (${grader}, 'shipped', ${number}, 10, now(), gen_random_uuid()) returning id)
    insert into order_admin (order_id, grader_shipment_id, grouped_at)
    select ${orderId}, new.id, now() from new
    on conflict (order_id) do update set grader_shipment_id = excluded.grader_shipment_id, grouped_at = excluded.grouped_at`;
}
