-- The staff's orders. The list (search, filters, saved views and pages) is one call that never costs more than its bounds:
-- security definer with a check of its own, because under row level security no search could use its index. What staff change
-- names the version they saw and leaves events with before and after, one order or many.

create function private.order_blockers(p_order public.grading_orders) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return (select array_remove(array[
      case when private.is_open_dispute(a.dispute_status) then 'dispute' end,
      case when a.open_exceptions > 0 then 'exception' end,
      case when a.review_reason is not null then 'review' end,
      case when p_order.payment_status = 'paid' and p_order.cancel_requested_at is not null then 'cancel_request' end,
      case when a.problem_since is not null then 'problem' end,
      case when x.has_upcharge then 'upcharge' end,
      case when x.has_refund then 'refund' end,
      case when s.order_id is not null then case when s.asked_at is null then 'set_aside' else 'set_aside_asked' end
        when p_order.payment_status in ('unpaid', 'pending', 'failed') and p_order.arrived_at is not null
          and p_order.fulfillment_status <> 'complete' then 'not_paid' end,
      case when p_order.received_count <> p_order.num_cards and p_order.fulfillment_status <> 'complete'
        and p_order.payment_status <> 'canceled'
        and (p_order.received_count > p_order.num_cards
          or p_order.refunded_cents < (p_order.num_cards - p_order.received_count) * p_order.rate_cents)
        and p_order.received_count is distinct from p_order.proposed_count
        and p_order.received_count is distinct from a.settled_count then 'count_differs' end,
      -- Until staff ask the customer and set the batch to processing.
      case when p_order.package_condition <> 'ok' and p_order.submission_status = 'received' and p_order.payment_status = 'paid'
        then 'damaged' end,
      case when p_order.submission_status in ('shipped', 'grading', 'graded') and p_order.received_count > p_order.cards_sent
        -- What its customer has decided about goes back with the others.
        and p_order.proposed_count is distinct from p_order.received_count then 'cards_here' end,
      case when x.has_proposal then 'proposal' end], null)
  from (select 1) as one
  left join public.order_admin a on a.order_id = p_order.id
  left join public.set_asides s on s.order_id = p_order.id and s.ended_at is null
  cross join lateral (
    select bool_or(j.kind = 'upcharge' and j.status in ('declined', 'expired') and j.closed_at is null) as has_upcharge,
      bool_or(j.status = 'accepted' and j.chosen_option = 'refund') as has_refund,
      bool_or(j.status = 'proposed' or j.status = 'accepted' and j.chosen_option <> 'refund') as has_proposal
    from public.order_adjustments j where j.order_id = p_order.id) x);
end $$;
comment on function private.order_blockers(public.grading_orders) is
  'What keeps an order from going on until someone acts. Waiting on us: dispute (open) | exception (a payment that fits no order)
   | review (of its money) | cancel_request | problem (its customer reported one) | upcharge (disputed, or not answered) | refund
   (of missing cards, to be made) | set_aside (its package) | not_paid (its package is here) | count_differs (from what was paid
   for; neither refunded, asked about nor settled) | cards_here (cards that came after the others had left). Waiting on its
   customer: set_aside_asked | proposal (to decide, to pay, or to send the rest).';

create function private.mark_blockers() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order_id uuid := coalesce(to_jsonb(new) ->> tg_argv[0], to_jsonb(old) ->> tg_argv[0])::uuid;
  v_blockers text[] := coalesce((select private.order_blockers(o) from public.grading_orders o where o.id = v_order_id), '{}');
begin
  if v_blockers = '{}' then
    update public.order_admin a set blockers = '{}', waiting_since = null where a.order_id = v_order_id and a.blockers <> '{}';
  else
    insert into public.order_admin as a (order_id, blockers, waiting_since) values (v_order_id, v_blockers, now())
    on conflict (order_id) do update set blockers = excluded.blockers, waiting_since = coalesce(a.waiting_since, excluded.waiting_since)
    where a.blockers <> excluded.blockers;
  end if;
  return null;
end $$;

create trigger mark_blockers
  after update of payment_status, fulfillment_status, submission_status, cancel_requested_at, arrived_at, received_count,
    num_cards, refunded_cents, proposed_count, cards_sent, package_condition
  on public.grading_orders
  for each row execute function private.mark_blockers('id');
create trigger mark_blockers_of_new after insert on public.grading_orders
  for each row when (new.arrived_at is not null or new.cancel_requested_at is not null)
  execute function private.mark_blockers('id');
create trigger mark_blockers after insert or update of dispute_status, open_exceptions, review_reason, settled_count, problem_since on public.order_admin
  for each row execute function private.mark_blockers('order_id');
create trigger mark_blockers after insert or update of kind, status, qty, paid_at, closed_at on public.order_adjustments
  for each row execute function private.mark_blockers('order_id');

create function private.staff_list() returns text
language sql immutable set search_path = ''
as $$
  select '(select g.*, a.blockers, a.waiting_on, a.waiting_since, a.needs_money_review, a.grader_shipment_id, a.cards_back_at,
    a.is_set_aside, a.address_held_until
    from public.grading_orders g left join public.order_admin a on a.order_id = g.id) o'
$$;
comment on function private.staff_list() is
  'What every list of staff reads, as o. A left join is left out of the plan where nothing of its right side is asked.';

-- In plpgsql, as the tables that it reads are made by later files.
create function private.staff_order_rows(p_ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'batch_id', o.batch_id, 'user_id', o.user_id,
    'email', coalesce(o.user_email, o.guest_email),
    'customer_name', coalesce(o.return_address ->> 'full_name', p.full_name),
    'plan_type', o.plan_type, 'num_cards', o.num_cards, 'grading_fee', o.grading_fee,
    'total_paid', o.total_paid, 'refunded_cents', o.refunded_cents,
    'payment_status', o.payment_status, 'fulfillment_status', o.fulfillment_status,
    'submission_status', o.submission_status, 'notes', o.notes,
    'tracking_number', o.tracking_number, 'return_carrier', o.return_carrier, 'grading_submission_number', o.grading_submission_number,
    'inbound_carrier', o.inbound_carrier, 'inbound_tracking', o.inbound_tracking,
    'inbound_shipped_at', o.inbound_shipped_at, 'inbound_delivered_at', o.inbound_delivered_at,
    'cancel_requested_at', o.cancel_requested_at, 'arrived_at', o.arrived_at, 'received_at', o.received_at, 'received_count', o.received_count,
    'cards_sent', o.cards_sent, 'is_counted_in_part', o.is_counted_in_part, 'promised_from', o.promised_from, 'promised_to', o.promised_to,
    'delay_reason', o.delay_reason, 'delayed_until', o.delayed_until, 'due_on', o.due_on, 'sent_back_at', o.sent_back_at,
    'package_condition', o.package_condition, 'review_reason', a.review_reason,
    'dispute_status', a.dispute_status, 'open_exceptions', coalesce(a.open_exceptions, 0),
    'placed_by_admin', coalesce(a.placed_by_admin, false), 'is_paid_by_card', o.stripe_payment_intent_id is not null,
    'submitted_at', o.submitted_at, 'paid_at', o.paid_at, 'updated_at', o.updated_at, 'version', o.version)
    -- A function takes no more than a hundred arguments.
    || jsonb_build_object('title', o.title, 'internal_notes', nullif(concat_ws(E'\n', a.internal_notes,
      (select string_agg(n.body, E'\n' order by n.id) from public.order_notes n
        where n.order_id = o.id)), ''), 'invoice_filename', a.invoice_filename,
    'shelf_location', a.shelf_location, 'address_held_until', case when a.address_held_until > now() then a.address_held_until end,
    'extras', (select jsonb_build_object('paid_cents', coalesce(sum(x.paid_cents), 0), 'refunded_cents', coalesce(sum(x.refunded_cents), 0))
      from public.order_adjustments x where x.order_id = o.id),
    'blockers', coalesce(to_jsonb(a.blockers), '[]'), 'waiting_since', a.waiting_since, 'cards_here', case when 'cards_here' = any (a.blockers) then o.received_count - o.cards_sent end,
    'asked', case when a.blockers && array['proposal', 'upcharge', 'refund'] then (
      select jsonb_build_object('kind', x.kind, 'qty', x.qty, 'status', x.status, 'chosen_option', x.chosen_option,
        'at', coalesce(x.decided_at, x.created_at), 'until', x.deadline_at, 'more', count(*) over () - 1)
      from public.order_adjustments x where x.order_id = o.id and private.is_open_adjustment(x)
      order by x.status in ('declined', 'expired') desc, x.created_at limit 1) end) order by u.nth), '[]')
  from unnest(p_ids) with ordinality as u (id, nth)
  join public.grading_orders o on o.id = u.id
  left join public.order_admin a on a.order_id = o.id
  left join public.profiles p on p.user_id = o.user_id);
end $$;
comment on function private.staff_order_rows(uuid[]) is
  'Orders as the staff''s lists and forms show them, as they were named. address_held_until: null where nothing is held.
   asked: the oldest open proposal, before all an upcharge that waits for staff, since when it stands so, until when something is to come,
   and how many more there are; null: none.';

create function private.staff_views(p_now timestamptz) returns table (name text, place text, condition text)
language sql stable set search_path = ''
as $$
  values
    ('to_check_in', 'paid_at', 'o.payment_status = ''paid'' and o.received_count is null
      and o.submission_status in (''pending'', ''received'', ''processing'') and o.is_set_aside is not true'),
    ('ready_to_send', 'received_at', 'o.payment_status = ''paid'' and o.received_count is not null
      and o.submission_status in (''received'', ''processing'') and (o.grader_shipment_id is null or o.cards_back_at is not null)
      and (o.blockers is null or not o.blockers && array[''dispute'', ''exception'', ''review'', ''set_aside'', ''set_aside_asked'',
        ''count_differs'', ''damaged'', ''proposal''])'),
    ('at_grader', 'received_at', 'o.submission_status in (''shipped'', ''grading'')'),
    ('to_return', 'arrived_at', format('o.arrived_at is not null and o.fulfillment_status <> ''complete''
      and (o.submission_status = ''graded'' or o.payment_status = ''canceled'')
      and o.needs_money_review is not true and (o.grader_shipment_id is null or o.cards_back_at is not null)
      and (o.payment_status = ''canceled'' and o.submission_status not in (''shipped'', ''grading'')
        or o.payment_status = ''paid'' and (o.blockers is null or not o.blockers && array[''proposal'']))
      and coalesce(o.address_held_until <= %L, true)', p_now)),
    ('waiting_on_customer', 'waiting_since', 'o.waiting_on = ''customer'''),
    ('waiting_on_us', 'waiting_since', 'o.waiting_on = ''us'''),
    ('overdue', 'due_on', format('o.due_on < %L', private.business_date(p_now))),
    ('money_to_review', 'waiting_since', 'o.needs_money_review')
$$;
comment on function private.staff_views(timestamptz) is
  'The saved views: to_check_in (paid and not counted; not set aside) | ready_to_send (counted, in no shipment for the grader, and
   nothing stands against it) | at_grader | to_return (graded, or canceled while its cards are here, and nothing stands against
   it) | waiting_on_customer | waiting_on_us (private.order_blockers) | overdue (private.due_on) | money_to_review. condition: on
   o of private.staff_list; it begins with what the partial index of its view says. place: the time, or for overdue the day, that
   the view is sorted by, oldest first.';

create function private.count_staff_views(p_now timestamptz, p_view text default null) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_view record;
  v_count integer;
  v_counts jsonb := '{}';
begin
  for v_view in select v.name, v.condition from private.staff_views(p_now) v where p_view is null or v.name = p_view loop
    execute 'select count(*) from (select 1 from ' || private.staff_list() || ' where ' || v_view.condition || ' limit 1001) c'
      into v_count;
    v_counts := v_counts || jsonb_build_object(v_view.name,
      jsonb_build_object('count', least(v_count, 1000), 'is_more', v_count > 1000));
  end loop;
  return v_counts;
end $$;
comment on function private.count_staff_views(timestamptz, text) is
  'How many orders each saved view has, or one of them: {view: {count (up to 1000), is_more}}.';

-- A search asks the index for few and rare parts only, and sees in a sample how many orders have them all before it collects
-- them: words within words, letters that the index does not know and long texts of common parts would bring far more than a page
-- shows.
create function private.search_words(p_search text) returns text[]
language sql immutable set search_path = ''
as $$
  with words as (
    select w.word, min(u.position) as position
    from string_to_table(left(private.search_form(p_search), 100), ' ') with ordinality as u (text, position)
    -- As readTrackingNumber reads the barcodes that hold more than the number.
    cross join lateral (select regexp_replace(regexp_replace(u.text, '^420(\d{5}|\d{9})(9[1-5]\d{18,20})$', '\2'),
      '^10\d{20}(\d{12})$', '\1') as word) w
    where w.word <> '' group by w.word order by 2 limit 6
  )
  select array_agg(w.word order by char_length(w.word) desc, w.position) from words w
  where not exists (select 1 from words b where b.word <> w.word and strpos(b.word, w.word) > 0)
$$;
comment on function private.search_words(text) is
  'The words of a search, longest first, without those that are part of another; null when there is none. Up to 6. Of a carrier''s
   barcode that holds more than the number of its parcel, the number.';

-- The extension's functions may live in another schema where a project had it before.
do $$
declare
  v_schema text := (select n.nspname from pg_catalog.pg_extension e
                    join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm');
begin
  execute replace($function$
create function private.search_parts(p_search text) returns table (part text, share real)
language sql stable security definer set search_path = ''
as $body$
  with parts as (
    select substr(w.word, i, 3) as part, w.nth, (i - 1) / 2 as block
    from unnest(private.search_words(p_search)) with ordinality as w (word, nth)
    cross join lateral generate_series(1, char_length(w.word) - 2) i
  ), keyed as (
    -- Without what comes of its halves, all that is left is the three letters themselves as the index has them; nothing is
    -- left where one of them is no letter to the index, which is a matter of the database's locale.
    select p.nth, p.block, p.part, k.element from parts p
    cross join lateral (
      select t.element from unnest(%1$s.show_trgm(p.part)) as t (element)
      where t.element <> all (%1$s.show_trgm(left(p.part, 2))) and t.element <> all (%1$s.show_trgm(right(p.part, 2)))
      limit 1) k
  ), known as materialized (
    select u.element, u.share from pg_catalog.pg_stats_ext_exprs s,
      unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as u (element, share)
    where s.statistics_schemaname = 'public' and s.statistics_name = 'grading_orders_word_parts' and u.element is not null
  ), rarest as (
    -- A part that is not among the common ones is rarer than all of those. Neighbors say much the same: one of two.
    select distinct on (k.nth, k.block) k.part, coalesce(n.share, 0) as share
    from keyed k left join known n on n.element = k.element
    order by k.nth, k.block, coalesce(n.share, 0), k.part
  )
  select r.part, min(r.share) from rarest r group by r.part order by 2, 1 limit 8
$body$
$function$, '%1$s', quote_ident(v_schema));
end $$;
comment on function private.search_parts(text) is
  'The rarest threes of letters of a search that the index knows, up to 8, the rarest first, each with its share of the
   orders (0 to 1) as of the last ANALYZE. None: the index is of no help.';

create function private.exact_condition(p_search text, p_is_email boolean) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_word text := lower(btrim(left(p_search, 100)));
  v_code text := regexp_replace(upper(v_word), '^#?BATCH|[^A-Z0-9]', '', 'g');
begin
  if strpos(v_word, ' ') > 0 then
    return null;
  end if;
  if not p_is_email then
    return (select format('o.batch_id = %L', o.batch_id) from public.grading_orders o
      where o.batch_id = 'BATCH-' || left(v_code, -4) || '-' || right(v_code, 4));
  end if;
  return case when strpos(v_word, '@') > 1 and exists (select from public.grading_orders o
      where lower(coalesce(o.user_email, o.guest_email) collate "C") = v_word)
    then format('lower(coalesce(o.user_email, o.guest_email) collate "C") = %L', v_word) end;
end $$;
comment on function private.exact_condition(text, boolean) is
  'A condition on o that an index of whole values serves, when a search is a whole batch ID (with or without its prefix and its
   dashes), or a whole e-mail address, of which there are orders; otherwise null.';

create function private.staff_page(
  p_source text, p_place text, p_at timestamptz, p_id uuid, p_is_rising boolean, p_limit integer
) returns text
language sql immutable set search_path = ''
as $$
  select p_source
    || case when p_at is null then '' else format(' and (o.%1$s, o.id) %2$s (%5$s, %4$L::uuid)',
         p_place, case when p_is_rising then '>' else '<' end, p_at, p_id,
         case when p_place = 'due_on' then quote_literal((p_at at time zone 'utc')::date) || '::date'
           else quote_literal(p_at) || '::timestamptz' end) end
    || format(case when p_is_rising then ' order by o.%1$s, o.id' else ' order by o.%1$s desc, o.id desc' end, p_place)
    || ' limit ' || p_limit
$$;
comment on function private.staff_page(text, text, timestamptz, uuid, boolean, integer) is
  'Adds cursor, order (p_is_rising: the oldest first) and limit to a query of o that ends in a
   condition.';

create function private.staff_find_orders(
  p_search text, p_view text, p_limit integer, p_now timestamptz default now(), p_filters text default 'true',
  p_at timestamptz default null, p_id uuid default null, p_is_backwards boolean default false, p_counts boolean default false,
  out ids uuid[], out place text, out stopped_at timestamptz, out stopped_id uuid, out total integer
)
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set jit = off
as $$
declare
  -- Some 15 ms of each on a small machine: orders expected, entries of the rarest part, orders looked through.
  c_most_candidates constant integer := 2000;
  c_longest_list constant integer := 25000;
  c_longest_walk constant integer := 15000;
  c_sample constant integer := 1500;
  v_is_rising boolean := (p_view is not null) <> p_is_backwards;
  v_filters text;
  v_words text;
  v_candidates text;
  v_exact text;
  v_is_rare boolean;
  v_rarest real;
  v_rows real;
  v_collected integer;
begin
  select coalesce(v.place, 'submitted_at'), p_filters || coalesce(' and ' || v.condition, '') into place, v_filters
  from (select 1) as one left join private.staff_views(p_now) v on v.name = p_view;
  -- Every word, anywhere in the text, literally: no index serves this.
  select string_agg(format('strpos(o.search_text, %L) > 0', u.word), ' and ' order by u.nth) into v_words
  from unnest(private.search_words(p_search)) with ordinality as u (word, nth);
  if v_words is null then
    execute format('select array_agg(f.id order by f.nth) from (select o.id, row_number() over () as nth from (%s) o) f',
      private.staff_page('select o.id from ' || private.staff_list() || ' where ' || v_filters, place, p_at, p_id, v_is_rising, p_limit))
      into ids;
    if p_counts then
      execute 'select count(*) from (select 1 from ' || private.staff_list() || ' where ' || v_filters || ' limit 1001) c' into total;
    end if;
    return;
  end if;

  select greatest(c.reltuples, 0) into v_rows from pg_catalog.pg_class c where c.oid = 'public.grading_orders'::regclass;
  select string_agg(format('o.search_text like %L', '%' || p.part || '%'), ' and ' order by p.share, p.part), min(p.share)
    into v_candidates, v_rarest from private.search_parts(p_search) p;
  v_exact := private.exact_condition(p_search, false);
  v_is_rare := v_exact is not null or coalesce(v_rarest * v_rows <= c_most_candidates, false);
  if not v_is_rare and v_rarest * v_rows <= c_longest_list then
    -- The same pages each time: they stay in memory, and a search takes the same way on each of its pages.
    execute format('select (count(*) filter (where %s))::real / greatest(count(*), 1) * $1 <= $2
        from public.grading_orders o tablesample system (%s) repeatable (1)',
      v_candidates, least(100.0, 100.0 * c_sample / greatest(v_rows, 1))::numeric(9, 6))
      into v_is_rare using v_rows, c_most_candidates;
  end if;
  if not v_is_rare then
    -- Made of common parts only; its owner's orders are found all the same.
    v_exact := private.exact_condition(p_search, true);
  end if;
  if v_is_rare or v_exact is not null then
    v_candidates := coalesce(v_exact, v_candidates);
    execute format('with candidates as materialized (
        select o.id, o.%1$s, %2$s and %3$s as is_hit from %7$s where %4$s limit %5$s
      ), hits as materialized (
        select o.id, o.%1$s from candidates o where o.is_hit
      ), page as (%6$s)
      select (select array_agg(f.id order by f.nth) from (select o.id, row_number() over () as nth from page o) f),
        (select least(count(*), 1001) from hits), (select count(*) from candidates)', place, v_words, v_filters, v_candidates,
      2 * c_most_candidates + 1,
      private.staff_page(format('select o.id, o.%s from hits o where true', place), place, p_at, p_id, v_is_rising, p_limit),
      private.staff_list())
      into ids, total, v_collected;
    if v_collected <= 2 * c_most_candidates then
      return;
    end if;
  end if;

  -- What is common is met soon on the way from the first; what is not, the person looks for further back by asking.
  total := null;
  execute format('select array_agg(f.id order by f.nth) from (
      select o.id, row_number() over () as nth from (%s) o where %s limit %s) f',
    private.staff_page(format('select o.id, o.%s, o.search_text from %s where %s', place, private.staff_list(), v_filters),
      place, p_at, p_id, v_is_rising, c_longest_walk), v_words, p_limit) into ids;
  if coalesce(cardinality(ids), 0) < p_limit then
    execute private.staff_page(format('select o.%s, o.id from %s where %s', place, private.staff_list(), v_filters),
      place, p_at, p_id, v_is_rising, 1) || ' offset ' || c_longest_walk - 1 into stopped_at, stopped_id;
    if place = 'due_on' then
      stopped_at := stopped_at::date::timestamp at time zone 'utc';
    end if;
  end if;
end $$;
comment on function private.staff_find_orders is
  'Ids of a page in its order (by place): all orders have the newest first, a saved view what has waited longest. p_filters: a condition on o of
   private.staff_list. A search reads at most some ten thousand orders: either those that hold its rarest parts, or
   from the cursor on; in the latter case stopped_at, stopped_id say where it stopped, if before the page was full.
   total: up to 1001, null where it is not known.';

create function private.events_as_json(p_order_id uuid, p_after_version integer default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(e) - array['order_id', 'erased_at'] || jsonb_build_object('actor_email', private.email_of(e.actor_id)) order by e.id), '[]')
  from (
    select * from public.order_events v
    where v.order_id = p_order_id and (p_after_version is null or v.order_version > p_after_version)
    order by v.id desc limit 500
  ) e
$$;

create function private.planned_change(
  p_old public.grading_orders, p_old_admin public.order_admin, p_changes jsonb,
  out v_new public.grading_orders, out v_admin public.order_admin
)
language plpgsql stable set search_path = ''
as $$
declare
  v_texts jsonb := (select coalesce(jsonb_object_agg(c.key, nullif(btrim(c.value), '')), '{}') from jsonb_each_text(p_changes) c
    where c.key in ('tracking_number', 'grading_submission_number', 'delay_reason', 'delayed_until', 'internal_notes',
      'invoice_filename', 'shelf_location'));
begin
  v_new := jsonb_populate_record(p_old, v_texts);
  v_new.payment_status := coalesce(p_changes ->> 'payment_status', p_old.payment_status);
  v_new.fulfillment_status := coalesce(p_changes ->> 'fulfillment_status', p_old.fulfillment_status);
  v_new.submission_status := coalesce(p_changes ->> 'submission_status', p_old.submission_status);
  v_admin := jsonb_populate_record(p_old_admin, v_texts);
  if (p_changes ->> 'is_reviewed')::boolean then
    v_admin.review_reason := null;
  end if;
  if v_new.tracking_number is distinct from p_old.tracking_number then
    v_new.return_carrier := null;
  end if;
  -- The status that staff didn't change follows the other one.
  if v_new.submission_status <> p_old.submission_status and v_new.fulfillment_status = p_old.fulfillment_status then
    v_new.fulfillment_status := private.fulfillment_of(v_new.submission_status);
  elsif v_new.fulfillment_status <> p_old.fulfillment_status and v_new.submission_status = p_old.submission_status
    and private.fulfillment_of(p_old.submission_status) <> v_new.fulfillment_status then
    v_new.submission_status := case v_new.fulfillment_status
      when 'not_received' then 'pending' when 'grading' then 'processing' else 'completed' end;
  end if;
  if v_new.submission_status = 'pending' and p_old.submission_status <> 'pending' then
    v_new.package_condition := null;
    v_admin.received_by := null;
    v_admin.shelf_location := v_texts ->> 'shelf_location';
  end if;
  if v_new.payment_status <> p_old.payment_status then
    v_new.reservation_expires_at := null;
    if v_new.payment_status = 'paid' then
      v_new.paid_at := coalesce(p_old.paid_at, now());
      v_new.total_paid := coalesce(p_old.total_paid, p_old.grading_fee);
      v_new.return_address := coalesce(p_old.return_address, private.address_of_profile(p_old.user_id));
    end if;
  end if;
end $$;
comment on function private.planned_change(public.grading_orders, public.order_admin, jsonb) is
  'What a save of staff makes of an order and of its row of order_admin (see public.staff_update_order), and what follows from it.';

create function private.is_same_owner(p_order public.grading_orders, p_other public.grading_orders) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(p_order.user_id = p_other.user_id or p_order.guest_key = p_other.guest_key
    or lower(private.mail_address_of(p_order)) = lower(private.mail_address_of(p_other)), false)
$$;
comment on function private.is_same_owner(public.grading_orders, public.grading_orders) is
  'Whether two orders are of one account, one guest''s browser, or one mail address.';

create function private.change_warnings(p_old public.grading_orders, p_new public.grading_orders) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return (select array_remove(array[
    case when w.is_on and p_old.received_at is null then 'never_received' end,
    -- Unpaid batches are returned ungraded.
    case when w.is_on and p_old.payment_status = 'paid' and p_new.fulfillment_status = 'complete'
        and private.submission_rank(p_old.submission_status) < private.submission_rank('shipped')
      then 'not_sent' end,
    case when w.is_on and p_new.fulfillment_status = 'complete' and p_old.submission_status <> 'completed'
        and exists (select from public.order_admin a where a.order_id = p_old.id and private.is_in_live_shipment(a))
      then 'in_shipment' end,
    case when w.is_on and p_old.payment_status in ('unpaid', 'pending', 'failed') then 'not_paid' end,
    case when w.is_on and p_old.payment_status = 'canceled' and p_new.fulfillment_status <> 'complete' then 'canceled' end,
    case when w.is_on and p_new.submission_status in ('shipped', 'grading') and p_old.received_count <> p_old.num_cards
        and not (p_old.received_count < p_old.num_cards
          and p_old.refunded_cents >= (p_old.num_cards - p_old.received_count) * p_old.rate_cents)
        and p_old.proposed_count is distinct from p_old.received_count
        and not exists (select from public.order_admin a where a.order_id = p_old.id and a.settled_count = p_old.received_count)
      then 'count_differs' end,
    case when w.is_on and exists (select from public.order_admin a where a.order_id = p_old.id
        and (private.is_open_dispute(a.dispute_status) or a.review_reason = 'dispute_lost'))
      then 'disputed' end,
    case when w.is_on and p_new.fulfillment_status = 'complete' and p_new.tracking_number is null
        and p_old.submission_status <> 'completed'
      then 'no_tracking' end,
    case when w.is_on and p_new.fulfillment_status = 'complete' and exists (select from public.order_admin a
        where a.order_id = p_old.id and a.address_held_until > now())
      then 'address_held' end,
    case when private.submission_rank(p_new.submission_status) < private.submission_rank(p_old.submission_status)
      then 'goes_back' end,
    case when w.is_renumbered and p_old.tracking_number is not null then 'replaces_tracking' end,
    case when w.is_renumbered and exists (select from public.grading_orders o
        where array[o.inbound_tracking, upper(translate(o.tracking_number, ' -', '') collate "C")]
            @> array[private.plain_number(p_new.tracking_number)]
          and private.plain_number(o.tracking_number) = private.plain_number(p_new.tracking_number) and o.id <> p_old.id
          and not private.is_same_owner(o, p_old))
      then 'shared_tracking' end], null)
  from (select p_new.submission_status <> p_old.submission_status
      and private.submission_rank(p_new.submission_status) > private.submission_rank(p_old.submission_status) as is_on,
    p_new.tracking_number is distinct from p_old.tracking_number as is_renumbered) as w);
end $$;
comment on function private.change_warnings(public.grading_orders, public.grading_orders) is
  'What does not fit about a change of an order, for somebody to give a reason: never_received | not_sent (paid, it leaves for
   home and was never with the grader) | in_shipment (it leaves for home, and cards of it are in a shipment that is not back) | not_paid
   | canceled | count_differs | disputed (or lost to a dispute, and nobody has looked) | no_tracking (it leaves for home without
   one) | address_held (its return address was changed) | goes_back | replaces_tracking | shared_tracking (another customer''s
   order has the number).';

create function private.change_refusal(
  p_old public.grading_orders, p_new public.grading_orders, p_reason text, p_asks_reason boolean, p_asked_session text
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_warnings text[];
begin
  if p_new.delayed_until is not null
    and (p_new.delayed_until, p_new.delay_reason) is distinct from (p_old.delayed_until, p_old.delay_reason) then
    if p_new.promised_to is null or p_new.fulfillment_status = 'complete' then
      return jsonb_build_object('outcome', 'not_promised');
    elsif p_new.delayed_until <= private.business_date(now()) then
      raise exception 'the new date must lie after today' using errcode = 'invalid_parameter_value';
    end if;
  end if;
  if p_reason is null then
    v_warnings := private.change_warnings(p_old, p_new);
    if p_asks_reason and v_warnings <> '{}'
      or v_warnings && array['shared_tracking', 'goes_back', 'no_tracking', 'address_held', 'not_sent', 'in_shipment']
      or v_warnings && array['not_paid', 'disputed'] and p_new.submission_status not in ('received', 'processing') then
      return jsonb_build_object('outcome', 'reason_for_odd', 'warnings', to_jsonb(v_warnings));
    end if;
  end if;
  if p_new.payment_status <> p_old.payment_status then
    if p_new.payment_status not in ('unpaid', 'paid') then
      raise exception 'staff set paid or unpaid only' using errcode = 'invalid_parameter_value';
    elsif p_new.payment_status = 'paid' and p_old.refunded_cents > 0 and p_old.refunded_cents >= p_old.total_paid * 100 then
      return jsonb_build_object('outcome', 'order_all_refunded');
    elsif p_reason is null then
      return jsonb_build_object('outcome', 'reason_required');
    elsif p_new.payment_status = 'paid' and p_old.stripe_payment_intent_id is null
      and p_old.stripe_session_id <> coalesce(p_asked_session, '') then
      -- Its payment page may be paid already, or still open.
      return jsonb_build_object('outcome', 'ask_payment', 'stripe_session_id', p_old.stripe_session_id);
    end if;
  end if;
  return null;
end $$;
comment on function private.change_refusal(public.grading_orders, public.grading_orders, text, boolean, text) is
  'Why a save of staff is refused: {outcome, warnings?, stripe_session_id?} (see public.staff_update_order); null: it is not.';

create function private.write_change(
  p_actor uuid, p_old public.grading_orders, p_new public.grading_orders, p_old_admin public.order_admin,
  p_admin public.order_admin, p_note text, p_reason text
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_rank constant integer := private.submission_rank(p_new.submission_status);
  v_old_rank constant integer := private.submission_rank(p_old.submission_status);
  v_context constant jsonb := private.change_context('staff', p_actor, null,
    case when v_rank < v_old_rank then '{"corrected": true}'::jsonb end);
begin
  update public.grading_orders o set
    change_context = v_context, payment_status = p_new.payment_status, fulfillment_status = p_new.fulfillment_status,
    submission_status = p_new.submission_status, tracking_number = p_new.tracking_number,
    return_carrier = p_new.return_carrier, grading_submission_number = p_new.grading_submission_number,
    reservation_expires_at = p_new.reservation_expires_at, paid_at = p_new.paid_at, total_paid = p_new.total_paid,
    return_address = p_new.return_address, package_condition = p_new.package_condition, delay_reason = p_new.delay_reason, delayed_until = p_new.delayed_until,
    -- A note alone also raises the version.
    updated_at = clock_timestamp()
  where o.id = p_old.id;
  insert into public.order_admin (order_id, internal_notes, invoice_filename, review_reason, shelf_location, received_by)
  values (p_old.id, p_admin.internal_notes, p_admin.invoice_filename, p_admin.review_reason,
    p_admin.shelf_location, p_admin.received_by)
  on conflict (order_id) do update set internal_notes = excluded.internal_notes,
    invoice_filename = excluded.invoice_filename, review_reason = excluded.review_reason,
    shelf_location = excluded.shelf_location, received_by = excluded.received_by, updated_at = now();

  -- Public once the cards have left.
  perform private.add_order_event(p_old.id, 'grading_submission_number', p_old.grading_submission_number,
    p_new.grading_submission_number, private.submission_rank('shipped') <= least(v_rank, v_old_rank), v_context)
  where p_new.grading_submission_number is distinct from p_old.grading_submission_number;
  perform private.add_order_event(p_old.id, 'internal_notes', p_old_admin.internal_notes, p_admin.internal_notes, false, v_context)
  where p_admin.internal_notes is distinct from p_old_admin.internal_notes;
  perform private.add_order_event(p_old.id, 'invoice_filename', p_old_admin.invoice_filename, p_admin.invoice_filename, false, v_context)
  where p_admin.invoice_filename is distinct from p_old_admin.invoice_filename;
  perform private.add_order_event(p_old.id, 'review_reason', p_old_admin.review_reason, p_admin.review_reason, false, v_context)
  where p_admin.review_reason is distinct from p_old_admin.review_reason;
  perform private.add_order_event(p_old.id, 'shelf_location', p_old_admin.shelf_location, p_admin.shelf_location, false, v_context)
  where p_admin.shelf_location is distinct from p_old_admin.shelf_location;
  if (p_new.delayed_until, p_new.delay_reason) is distinct from (p_old.delayed_until, p_old.delay_reason) then
    perform private.add_order_event(p_old.id, 'delay', p_old.delayed_until::text, p_new.delayed_until::text, true,
      private.change_context('staff', p_actor, p_new.delay_reason));
  end if;
  if p_note is not null then
    insert into public.order_notes (order_id, body, author_id) values (p_old.id, p_note, p_actor);
    perform private.add_order_event(p_old.id, 'note', null, p_note, false, v_context);
  end if;
  if p_reason is not null then
    perform private.add_order_event(p_old.id, 'reason', nullif(p_old.payment_status, p_new.payment_status),
      nullif(p_new.payment_status, p_old.payment_status), false, private.change_context('staff', p_actor, p_reason));
  end if;
end $$;
comment on function private.write_change(uuid, public.grading_orders, public.grading_orders, public.order_admin, public.order_admin,
  text, text) is 'Stores a save of staff with its events.';

create function private.announce_change(
  p_actor uuid, p_old public.grading_orders, p_tracking_hash text, p_is_quiet boolean, p_emails_correction boolean
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_new public.grading_orders;
begin
  select * into v_new from public.grading_orders o where o.id = p_old.id;
  if v_new.payment_status = 'paid' and p_old.payment_status <> 'paid' then
    insert into public.tracking_links (order_id, token_hash) values (v_new.id, p_tracking_hash) on conflict do nothing;
    if coalesce(v_new.user_email, v_new.guest_email) is not null then
      perform public.enqueue_order_confirmation(v_new.id);
    end if;
    if p_old.paid_at is not null and not p_is_quiet then
      if v_new.received_count is not null and v_new.fulfillment_status <> 'complete' then
        perform private.enqueue_check_in_receipt(v_new);
      end if;
      if v_new.overdue_notice_day is not null or v_new.delay_reason is not null then
        perform private.enqueue_overdue_notice(v_new);
      end if;
    end if;
  end if;
  if v_new.payment_status <> p_old.payment_status or v_new.submission_status <> p_old.submission_status then
    perform private.settle_count(v_new.id, p_context => private.change_context('staff', p_actor));
  end if;
  if (v_new.delayed_until, v_new.delay_reason) is distinct from (p_old.delayed_until, p_old.delay_reason) then
    perform private.drop_emails(v_new.id, array['late']);
    -- Without a reason, the morning job sends the first notice.
    if v_new.delay_reason is not null or v_new.overdue_notice_day >= v_new.promised_to then
      perform private.enqueue_overdue_notice(v_new, now(), private.undo_time());
    end if;
  end if;
  -- One correction email covers all corrected facts.
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  select 'correction:' || v_new.id || ':' || v_new.version, 'correction',
    jsonb_build_object('order_id', v_new.id, 'facts', jsonb_agg(f.fact)), now() + private.undo_time()
  from (values
    ('submission_status', private.submission_rank(v_new.submission_status) < private.submission_rank(p_old.submission_status)),
    ('received_count', v_new.received_count is distinct from p_old.received_count and p_old.received_count is not null),
    ('tracking_number', v_new.tracking_number is distinct from p_old.tracking_number and p_old.tracking_number is not null),
    ('grading_submission_number', v_new.grading_submission_number is distinct from p_old.grading_submission_number
      and p_old.grading_submission_number is not null),
    ('delay_reason', v_new.delay_reason is null and p_old.delay_reason is not null)) as f (fact, is_corrected)
  where p_emails_correction and f.is_corrected and private.mail_address_of(v_new) is not null
  having count(*) > 0
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.announce_change(uuid, public.grading_orders, text, boolean, boolean) is
  'What follows of a stored save of staff: the emails about it, questions about another count, and the tracking link of a paid order.';

create function private.change_order(
  p_actor uuid, p_action_id uuid, p_order_id uuid, p_version integer, p_changes jsonb, p_tracking_hash text, p_reason text,
  p_asked_session text, p_is_quiet boolean, p_emails_correction boolean default false, p_asks_reason boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_old public.grading_orders;
  v_new public.grading_orders;
  v_old_admin public.order_admin;
  v_admin public.order_admin;
  v_plan record;
  v_reason text := nullif(btrim(p_reason), '');
  v_note text := nullif(btrim(p_changes ->> 'note', E' \t\r\n'), '');
  v_refusal jsonb;
  v_before jsonb;
  v_is_action boolean;
begin
  select * into v_old from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('id', p_order_id, 'outcome', 'order_not_found');
  elsif v_old.version is distinct from p_version then
    return jsonb_build_object('id', p_order_id, 'outcome', 'order_changed', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, coalesce(p_version, 0)));
  end if;
  select * into v_old_admin from public.order_admin a where a.order_id = p_order_id;
  v_plan := private.planned_change(v_old, v_old_admin, p_changes);
  v_new := v_plan.v_new;
  v_admin := v_plan.v_admin;
  v_refusal := private.change_refusal(v_old, v_new, v_reason, p_asks_reason, p_asked_session);
  if v_refusal is null and v_new is not distinct from v_old and v_note is null
    and (v_admin.internal_notes, v_admin.invoice_filename, v_admin.review_reason, v_admin.shelf_location)
      is not distinct from (v_old_admin.internal_notes, v_old_admin.invoice_filename, v_old_admin.review_reason,
        v_old_admin.shelf_location) then
    v_refusal := jsonb_build_object('outcome', 'unchanged', 'action_id', null);
  end if;
  if v_refusal is not null then
    return jsonb_build_object('id', p_order_id, 'order', private.staff_order_rows(array[p_order_id]) -> 0) || v_refusal;
  end if;
  v_before := private.order_snapshot(p_order_id);
  perform private.write_change(p_actor, v_old, v_new, v_old_admin, v_admin, v_note, v_reason);
  perform private.announce_change(p_actor, v_old, p_tracking_hash, p_is_quiet, p_emails_correction);
  v_is_action := private.note_action(p_action_id, 'change', p_actor, p_order_id, v_before, p_is_quiet);
  return jsonb_build_object('id', p_order_id, 'outcome', 'updated',
    'action_id', case when v_is_action then p_action_id end, 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;

create function public.staff_list_orders(
  p_search text default null, p_payment text default null, p_fulfillment text default null, p_view text default null,
  p_sort text default null, p_descending boolean default false, p_offset integer default 0, p_cursor_at timestamptz default null,
  p_cursor_id uuid default null, p_backwards boolean default false, p_limit integer default 50, p_with_counts boolean default true,
  p_now timestamptz default now()
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_limit integer := least(greatest(coalesce(p_limit, 50), 1), 1000);
  v_has_cursor boolean := p_cursor_at is not null and p_cursor_id is not null and p_sort is null;
  v_backwards boolean := v_has_cursor and coalesce(p_backwards, false);
  v_is_sorted boolean;
  v_found record;
  v_ids uuid[];
  v_is_more boolean;
  c_most_sorted constant integer := 1000;
  v_orders jsonb;
  v_ends jsonb;
  v_first jsonb;
  v_last jsonb;
  v_stopped jsonb;
begin
  select * into v_found from private.staff_find_orders(p_search, p_view,
    case when p_sort is null then v_limit + 1 else c_most_sorted + 1 end, p_now,
    'true' || coalesce(' and o.payment_status = ' || quote_literal(p_payment), '')
      || coalesce(' and o.fulfillment_status = ' || quote_literal(p_fulfillment), ''),
    case when v_has_cursor then p_cursor_at end, p_cursor_id, v_backwards, p_with_counts);
  v_ids := coalesce(v_found.ids, '{}');
  if p_sort is not null then
    v_is_sorted := cardinality(v_ids) <= c_most_sorted and v_found.stopped_at is null;
  end if;
  if v_is_sorted then
    execute format('select coalesce(array_agg(s.id order by s.nth), ''{}'') from (
        select o.id, row_number() over (order by %1$s %2$s nulls last, o.submitted_at desc, o.id desc) as nth
        from public.grading_orders o left join public.profiles p on p.user_id = o.user_id where o.id = any ($1)) s
      where s.nth > $2 and s.nth <= $2 + $3',
      case p_sort
        when 'batch' then 'o.batch_id'
        when 'customer' then 'lower(coalesce(o.return_address ->> ''full_name'', p.full_name, o.user_email, o.guest_email))'
        when 'cards' then 'o.num_cards'
        when 'total' then 'o.grading_fee'
        when 'payment' then 'o.payment_status'
        when 'status' then 'private.submission_rank(o.submission_status)'
        when 'waiting' then 'case when o.submission_status = ''completed'' then o.sent_back_at
          when o.fulfillment_status <> ''complete'' then coalesce(o.received_at, o.arrived_at, o.paid_at, o.submitted_at) end'
        else 'o.submitted_at' end,
      case when p_descending then 'desc' else 'asc' end)
      into v_ids using v_ids, greatest(coalesce(p_offset, 0), 0), v_limit;
  end if;
  if v_backwards and cardinality(v_ids) <= v_limit and v_found.stopped_at is null then
    -- The way back ends at the first page, which is always a full one.
    return public.staff_list_orders(p_search, p_payment, p_fulfillment, p_view, null, false, 0, null, null, false,
      p_limit, p_with_counts, p_now);
  end if;
  v_is_more := cardinality(v_ids) > v_limit;
  v_ids := v_ids[1:v_limit];
  if v_backwards then
    v_ids := array(select u.id from unnest(v_ids) with ordinality as u (id, nth) order by u.nth desc);
  end if;
  v_orders := private.staff_order_rows(v_ids);
  if not coalesce(v_is_sorted, false) then
    -- A day is written as its first moment in UTC.
    select jsonb_agg(jsonb_build_object('id', e.item -> 'id', 'at', case when v_found.place = 'due_on'
        then to_jsonb((e.item ->> 'due_on')::timestamp at time zone 'utc') else e.item -> v_found.place end) order by e.nth)
    into v_ends from (values (1, v_orders -> 0), (2, v_orders -> -1)) as e (nth, item);
    v_first := v_ends -> 0;
    v_last := v_ends -> 1;
    v_stopped := case when v_found.stopped_at is not null
      then jsonb_build_object('at', v_found.stopped_at, 'id', v_found.stopped_id) end;
    if v_orders = '[]' then
      v_first := case when v_has_cursor then jsonb_build_object('at', p_cursor_at, 'id', p_cursor_id) end;
      v_last := null;
    end if;
  end if;
  return jsonb_build_object(
    'staff_role', v_role,
    'orders', v_orders,
    'is_sorted', v_is_sorted,
    'next_cursor', case when v_backwards then v_last when v_is_more then v_last else v_stopped end,
    'previous_cursor', case when v_backwards then case when v_is_more then v_first else v_stopped end
      when v_has_cursor then v_first end,
    'stopped_at', v_found.stopped_at,
    'total', case when v_found.total is not null and p_with_counts then jsonb_build_object(
      'count', least(v_found.total, 1000), 'is_more', v_found.total > 1000) end,
    'views', case when p_with_counts then private.count_staff_views(p_now) end);
end $$;
comment on function public.staff_list_orders is
  '@callers authenticated
   {staff_role, orders, is_sorted, next_cursor, previous_cursor, stopped_at, total, views}, newest first, or in a view as
   private.staff_views says. A cursor is {at (that time), id}; previous_cursor goes with p_backwards. total: {count (up to 1000),
   is_more} or null; views: the same for each saved view. stopped_at: a search for common letters looked back to then only,
   next_cursor takes it on. p_sort (batch | customer | cards | total | payment | status | waiting (since when) | submitted) puts a
   list of up to 1000 orders in another order, in pages by p_offset and without cursors; is_sorted false: the list is longer, and
   stays as it was; null: not asked for. At most 1000 orders.';

create function public.staff_get_order_page(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
begin
  return (
    select jsonb_build_object(
      'staff_role', v_role,
      'order', w.item,
      'details', private.order_for_person(o),
      'profile', to_jsonb(p),
      'account_email', private.email_of(o.user_id),
      'received_by', private.email_of(a.received_by),
      'grader_shipment_id', a.grader_shipment_id,
      'events', private.events_as_json(o.id),
      'actions', private.actions_as_json(o.id),
      'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body,
          'author_email', private.email_of(n.author_id), 'created_at', n.created_at) order by n.id), '[]')
        from public.order_notes n where n.order_id = o.id),
      'former_notes', a.internal_notes,
      'set_aside', private.set_aside_as_json(o.id),
      'exceptions', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]')
        from public.payment_exceptions e where e.order_id = o.id),
      'refunds', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('requested_by_email', private.email_of(r.requested_by))
          order by r.created_at), '[]')
        from public.refund_requests r where r.order_id = o.id),
      'adjustments', (select coalesce(jsonb_agg(private.adjustment_as_json(x) || jsonb_build_object('closing_note', x.closing_note,
          'is_open', private.is_open_adjustment(x), 'refund_failure', r.failure) order by x.created_at), '[]')
        from public.order_adjustments x left join public.refund_requests r on r.id = x.id and r.status = 'failed'
        where x.order_id = o.id),
      'problem', (select jsonb_build_object('since', a.problem_since, 'messages',
          jsonb_agg(jsonb_build_object('id', m.id, 'body', m.body, 'at', m.sent_at) order by m.id))
        from public.order_messages m where m.order_id = o.id having count(*) > 0))
    from public.grading_orders o
    cross join lateral (select private.staff_order_rows(array[o.id]) -> 0 as item) w
    left join public.profiles p on p.user_id = o.user_id
    left join public.order_admin a on a.order_id = o.id
    where o.id = p_order_id);
end $$;
comment on function public.staff_get_order_page is
  '@callers authenticated
   {staff_role, order (as in the list), details (all columns), profile, account_email, received_by, grader_shipment_id
   (null: none), events (oldest first, the last 500, each with actor_email), acts (of the last ten minutes), notes (oldest
   first), former_notes (without a date), set_aside (why and since when its package is, or null), exceptions, refunds (those that
   staff have started, oldest first), adjustments (proposals, oldest first), problem ({since (null: it is solved), messages: [{id,
   body, at}]}, or null)}, or null.';

create function public.staff_get_orders(p_order_ids uuid[], p_changes jsonb default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_changes jsonb := private.unwrapped(p_changes);
begin
  perform private.require_staff();
  return jsonb_build_object('orders', case when v_changes is null then private.staff_order_rows(p_order_ids[1:100]) else (
    select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'owner', coalesce(o.user_id::text, lower(o.guest_email), o.id::text),
      'warnings', private.change_warnings(o, (private.planned_change(o, null, v_changes)).v_new)) order by u.nth), '[]')
    from unnest(p_order_ids[1:500]) with ordinality as u (id, nth)
    join public.grading_orders o on o.id = u.id) end);
end $$;
comment on function public.staff_get_orders(uuid[], jsonb) is
  '@callers authenticated
   Up to 100 orders as in the list, for labels and a file: {orders}, in the order of the ids; one that is gone is left out. With p_changes
   what staff_update_orders would ask a reason for, of up to 500: {orders: [{id, owner (orders of one customer have it in common), warnings}]}.';

create function public.staff_user_profile(p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
begin
  return jsonb_build_object(
    'staff_role', v_role,
    'profile', (
      select jsonb_build_object('user_id', u.id, 'email', u.email, 'created_at', u.created_at,
          'full_name', p.full_name, 'phone', p.phone, 'address_line1', p.address_line1,
          'address_line2', p.address_line2, 'city', p.city, 'state', p.state, 'postal_code', p.postal_code,
          'country', p.country, 'is_complete', coalesce(p.is_complete, false),
          'subscription', private.active_subscription(u.id, now()))
      from auth.users u left join public.profiles p on p.user_id = u.id
      where u.id = p_user_id),
    'orders', private.staff_order_rows(array(
      select o.id from public.grading_orders o where o.user_id = p_user_id
      order by o.submitted_at desc, o.id desc limit 10)));
end $$;
comment on function public.staff_user_profile(uuid) is
  '@callers authenticated
   {staff_role, profile (null: no such account), orders (the last 10, as in the list)}.';

create function public.staff_update_order(
  p_actor uuid, p_order_id uuid, p_version integer, p_changes jsonb, p_tracking_hash text, p_reason text default null,
  p_asked_session text default null, p_is_quiet boolean default false, p_emails_correction boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.require_actor(p_actor);
  return private.change_order(p_actor, gen_random_uuid(), p_order_id, p_version, private.unwrapped(p_changes), p_tracking_hash,
    p_reason, p_asked_session, p_is_quiet, p_emails_correction);
end $$;
comment on function public.staff_update_order(uuid, uuid, integer, jsonb, text, text, text, boolean, boolean) is
  'p_changes: any of payment_status (paid | unpaid), fulfillment_status, submission_status, tracking_number,
   grading_submission_number, internal_notes, invoice_filename, shelf_location (empty clears), delay_reason and delayed_until
   (both, for the customer to read; empty clears), is_reviewed (true), note (is added). {id, outcome, order, action_id}; outcome:
   updated (action_id: undoes it, null where the payment changed) | unchanged | ask_payment (it is set paid and has a payment
   session, stripe_session_id: read that, then save again with its id as p_asked_session), or an error code: order_changed (with
   changes: the events since p_version) | reason_required (the payment is changed by hand) | reason_for_odd (warnings: the
   tracking number is on another customer''s order, it goes back to an earlier step, or leaves for the grader or for home unpaid
   or disputed, or for home without a tracking number, while its owner is asked where to, when the grader never had it, or out of
   a shipment) | not_promised (a delay of what is not checked in, or complete) | order_all_refunded (it is set paid, and all that was
   paid for it went back) | order_not_found. p_tracking_hash: of the token of the order''s first tracking link, which it gets when
   it is set paid. p_is_quiet: its customer gets no mail about it, but for receipts and questions. p_emails_correction: its
   customer gets an email that says how the order is now.';

create function public.staff_update_orders(
  p_actor uuid, p_items jsonb, p_changes jsonb, p_reason text default null, p_is_quiet boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_item record;
  v_changes jsonb := private.unwrapped(p_changes);
  v_results jsonb := '[]';
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  -- Lock order: by ID.
  for v_item in
    select i.id, i.version from jsonb_to_recordset(private.unwrapped(p_items)) as i (id uuid, version integer)
    order by i.id limit 500
  loop
    v_results := v_results || jsonb_build_array(
      private.change_order(p_actor, v_action_id, v_item.id, v_item.version, v_changes, null, p_reason, null, p_is_quiet,
        p_asks_reason => true));
  end loop;
  return jsonb_build_object('results', v_results);
end $$;
comment on function public.staff_update_orders(uuid, jsonb, jsonb, text, boolean) is
  'p_items: [{id, version}], up to 500; p_changes: none of the payment. {results}: for each what staff_update_order answers; one
   that fails stops no other. What does not fit an order (see private.change_warnings) takes p_reason: otherwise reason_for_odd,
   with its warnings.';
