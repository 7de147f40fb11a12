/**
 * Mutants that no test can tell from the function as it is, each with the reason. `line` is the text of the changed line,
 * so that it is found wherever it stands.
 */
export const EQUIVALENT: { function: string; line: string; changes: string[]; reason: string }[] = [
  {
    function: "public.reserve_order",
    line: "where o.id = v_order.id and o.notes is distinct from p_notes",
    changes: ["and o.notes is distinct from p_notes → (nothing)"],
    reason:
      "It saves a write: keep_order raises the version for a change alone, no other trigger looks at notes.",
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
    function: "public.apply_refund",
    line: "if p_refunded_cents < v_refunded then",
    changes: ["< → <="],
    reason: "The same amount was answered above, as a duplicate.",
  },
  {
    function: "public.apply_refund",
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
    function: "private.undo_act",
    line: "and a.undone_at is null and (a.after ?| array_remove(v_facts, 'note') or a.package_id = v_act.package_id))",
    changes: ["or a.package_id = v_act.package_id → (nothing)"],
    reason:
      "Its package has this order until the match is taken back, so that no later act of the same package is left.",
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
    line: "if v_order.payment_status = 'paid' and v_order.received_count is not null then",
    changes: ["and v_order.received_count is not null → (nothing)"],
    reason: "Without a count the difference is null, which asks nothing.",
  },
  {
    function: "private.settle_count",
    line: "if v_differs < 0 then",
    changes: ["< → <="],
    reason: "No difference stays none.",
  },
  {
    function: "private.settle_count",
    line: "v_asked := case when v_differs < 0 then greatest(v_differs,",
    changes: ["< → <="],
    reason: "No difference stays none.",
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
    line: "select p_order_id, case when v_asked < 0 then 'short' else 'extra' end, abs(v_asked), v_unit, v_asked * v_unit,",
    changes: ["< → <="],
    reason: "Nothing is proposed where nothing is asked.",
  },
  {
    function: "private.settle_count",
    line: "from (select case when v_asked < 0 then p_now + interval '7 days' else private.business_days_after(p_now, 5) end as at) d",
    changes: ["< → <="],
    reason: "Nothing is proposed where nothing is asked.",
  },
  {
    function: "private.settle_count",
    line: "where o.id = p_order_id and o.proposed_count is distinct from c.proposed;",
    changes: ["and o.proposed_count is distinct from c.proposed → (nothing)"],
    reason: "It saves a write: keep_order raises the version for a change alone.",
  },
];
