import type { Transaction } from "../../sandbox/builders/test-database";
import { findViolations, type Proposal, type Snapshot } from "./proposal-model";

/** The stored proposals of one history. Each check applies the rules to the changes since the previous check. */
export class ProposalRows {
  rows: Snapshot = { proposals: [], events: 0, mails: [] };
  readonly #tx: Transaction;
  readonly #owners: { member: string; guest: string };
  readonly #firstMail: number;

  private constructor(tx: Transaction, owners: { member: string; guest: string }, firstMail: number) {
    this.#tx = tx;
    this.#owners = owners;
    this.#firstMail = firstMail;
  }

  static async begin(tx: Transaction, owners: { member: string; guest: string }): Promise<ProposalRows> {
    const [last] = await tx<{ id: string }[]>`select coalesce(max(id), 0) as id from public.outbox`;
    return new ProposalRows(tx, owners, Number(last?.id));
  }

  async orderIds(): Promise<string[]> {
    const { member, guest } = this.#owners;
    const rows = await this.#tx<{ id: string }[]>`
      select id from public.grading_orders where user_id = ${member} or guest_key = ${guest}`;
    return rows.map(({ id }) => id);
  }

  /** Checks the changes made by function `name`. Failed refunds and lost disputes are left to staff. */
  async check(name: string): Promise<void> {
    const ids = await this.orderIds();
    const [row] = await this.#tx<Snapshot[]>`select
      (select coalesce(jsonb_agg(to_jsonb(a) || jsonb_build_object('is_by_hand', o.stripe_payment_intent_id is null
          or exists (select from public.refund_requests r where r.id = a.id and r.status = 'done')
          or b.review_reason in ('refund_failed', 'dispute_lost')) order by a.created_at, a.id), '[]')
        from public.order_adjustments a join public.grading_orders o on o.id = a.order_id
        left join public.order_admin b on b.order_id = o.id where a.order_id = any(${ids})) as proposals,
      (select count(*)::integer from public.order_events e
        where e.order_id = any(${ids}) and e.type = 'adjustment') as events,
      (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'about', m.payload ->> 'adjustment_id',
          'is_sent', m.sent_at is not null)), '[]')
        from public.outbox m where m.id > ${this.#firstMail} and m.kind like 'adjustment%'
          and m.payload ->> 'order_id' = any(${ids})) as mails`;
    const seen = row as Snapshot;
    expect([name, ...findViolations(this.rows, seen, name === "staff_undo")]).toEqual([name]);
    this.rows = seen;
  }

  one(id: string): Proposal {
    const found = this.rows.proposals.find((one) => one.id === id);
    if (!found) throw new Error("no such proposal");
    return found;
  }

  /** Claims only this history's proposals that are due by `now`. */
  async claim(
    now: string,
  ): Promise<{ id: string; attempt: number; stripe_session_id: string | null; work: string }[]> {
    const ids = await this.orderIds();
    const due = await this.#tx`update public.order_adjustments set next_look_at = '2001-01-01'
      where order_id = any(${ids}) and next_look_at <= ${now} returning id`;
    const [row] = await this.#tx<{ answer: [] }[]>`
      select public.claim_due_adjustments(1000, '2001-01-02'::timestamptz) as answer`;
    await this
      .#tx`update public.order_adjustments set next_look_at = ${now}::timestamptz + interval '15 minutes'
      where order_id = any(${ids}) and next_look_at < '2001-01-03'`;
    expect(row?.answer).toHaveLength(due.length);
    return row?.answer ?? [];
  }
}
