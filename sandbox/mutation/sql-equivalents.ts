/**
 * Mutants that behave like the original, each with the reason. `line` is the text of the changed line, so that an
 * entry still matches when the line moves.
 */
export const EQUIVALENT: { function: string; line: string; changes: string[]; reason: string }[] = [
  {
    function: "public.staff_resolve_exception",
    line: "where a.stripe_session_id = v_row.stripe_session_id and a.paid_at is null and v_row.accepted_cents is null;",
    changes: ["and a.paid_at is null → (nothing)"],
    reason: "What is paid has no open page and is not looked at again.",
  },
  {
    function: "public.reserve_order",
    line: "where o.id = v_order.id and (o.notes, o.title) is distinct from (p_notes, p_title)",
    changes: ["and (o.notes, o.title) is distinct from (p_notes, p_title) → (nothing)"],
    reason:
      "It saves a write: maintain_order raises the version for a change alone, no other trigger reads notes or title.",
  },
  {
    function: "public.reserve_order",
    line: "if p_monthly_limit is not null then",
    changes: ["p_monthly_limit is not null → true"],
    reason: "It saves a sum: nothing is more than no limit.",
  },
  {
    function: "public.purge_abandoned_orders",
    line: "where g.paid_at is null and g.payment_status in ('unpaid', 'failed', 'canceled')",
    changes: [
      "g.paid_at is null → true",
      "and g.payment_status in ('unpaid', 'failed', 'canceled') → (nothing)",
    ],
    reason: "It finds the index: is_abandoned asks the same and more.",
  },
  {
    function: "public.purge_abandoned_orders",
    line: "and g.created_at < p_now - interval '30 days' and private.is_abandoned(g, p_now)",
    changes: ["and g.created_at < p_now - interval '30 days' → (nothing)", "< → <="],
    reason:
      "It finds the index: is_abandoned asks for the reservation's end, which is never before the order was made.",
  },
  {
    function: "private.record_refund",
    line: "if p_refunded_cents < v_refunded then",
    changes: ["< → <="],
    reason: "The same amount was answered above, as a duplicate.",
  },
  {
    function: "private.record_refund",
    line: "if p_refunded_cents > v_refunded then",
    changes: ["> → >="],
    reason: "The same amount was answered above, as a duplicate.",
  },
  {
    function: "private.is_abandoned",
    line: "and not exists (select 1 from public.payment_exceptions e where e.order_id = p_order.id)",
    changes: [
      "and not exists (select 1 from public.payment_exceptions e where e.order_id = p_order.id) → (nothing)",
    ],
    reason:
      "An exception's order has an entry of staff, which its trigger makes, and for which the order stays, too.",
  },
  {
    function: "public.apply_checkout",
    line: "and not exists (select 1 from public.order_events e where e.order_id = v_order.id and e.type = 'review_reason'",
    changes: ["and e.type = 'review_reason' → (nothing)"],
    reason: "No event of another type was ever of this reason.",
  },
  {
    function: "private.record_payment",
    line: "if v_paid.received_count is not null then",
    changes: ["v_paid.received_count is not null → true"],
    reason: "It saves a look: without a count there is nothing to settle.",
  },
  {
    function: "private.maintain_order",
    line: "if tg_op = 'UPDATE' then",
    changes: ["tg_op = 'UPDATE' → true"],
    reason: "Of a new order nothing is different from before: there is none.",
  },
  {
    function: "private.maintain_order",
    line: "elsif tg_op = 'INSERT' or (new.received_at, old.received_count is null) is distinct from (old.received_at, false) then",
    changes: ["tg_op = 'INSERT' → true", "tg_op = 'INSERT' → false", "= → <>"],
    reason: "It saves a sum, which comes to the same day; a new order differs from none.",
  },
  {
    function: "private.maintain_order",
    line: "if tg_op = 'INSERT' or new.inbound_delivered_at is distinct from old.inbound_delivered_at then",
    changes: ["tg_op = 'INSERT' → true", "tg_op = 'INSERT' → false", "= → <>"],
    reason: "It saves a sum, which comes to the same day; a new order differs from none.",
  },
  {
    function: "private.maintain_order",
    line: "if tg_op = 'INSERT' or new.arrived_at is distinct from old.arrived_at then",
    changes: ["tg_op = 'INSERT' → false"],
    reason: "A new order that is here differs from none.",
  },
  {
    function: "private.maintain_order",
    line: "if new.arrived_at is null and old.arrived_at is null then",
    changes: ["new.arrived_at is null → true", "and → or", "and old.arrived_at is null → (nothing)"],
    reason: "An arrival that comes or goes is a change by itself.",
  },
  {
    function: "private.me",
    line: "if v_me is null or coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' then",
    changes: ["v_me is null → false"],
    reason: "It saves a look-up: nobody has no second factor, so that null is answered all the same.",
  },
  {
    function: "private.settle_count",
    line: "select * into v_order from public.grading_orders o where o.id = p_order_id for update;",
    changes: ["for update → (nothing)"],
    reason: "Whoever calls it has locked the order.",
  },
  {
    function: "private.settle_count",
    line: "where a.order_id = p_order_id and a.kind in ('short', 'extra') and a.paid_at is null and not a.is_pending",
    changes: ["and a.paid_at is null → (nothing)"],
    reason: "What was paid is paid or refunded: the statuses below leave it out.",
  },
  {
    function: "private.settle_count",
    line: "where a.id = v_open.id and a.counted is distinct from v_order.received_count;",
    changes: ["and a.counted is distinct from v_order.received_count → (nothing)"],
    reason: "It saves a write.",
  },
  {
    function: "private.settle_count",
    line: "and a.kind in ('short', 'extra')) then",
    changes: ["and a.kind in ('short', 'extra') → (nothing)"],
    reason: "An upcharge comes of no count: it has none to compare.",
  },
  {
    function: "private.settle_count",
    line: "v_unit := case when v_asked < 0 then v_order.rate_cents",
    changes: ["< → <="],
    reason: "Nothing is proposed where nothing is asked.",
  },
  {
    function: "private.settle_count",
    line: "values (p_order_id, case when v_asked < 0 then 'short' else 'extra' end, abs(v_asked), v_unit, v_asked * v_unit,",
    changes: ["< → <="],
    reason: "Nothing is proposed where nothing is asked.",
  },
  {
    function: "private.settle_count",
    line: "where o.id = p_order_id and o.proposed_count is distinct from c.proposed;",
    changes: ["and o.proposed_count is distinct from c.proposed → (nothing)"],
    reason: "It saves a write: maintain_order raises the version for a change alone.",
  },
];
