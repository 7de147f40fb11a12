-- Order lists for staff: blockers, search, filters, saved views and pages, with bounded cost. security definer with its own
-- check, because no index serves a search under RLS.

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
        -- Those that the customer has decided about are returned with the others.
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
  'Returns what blocks an order. Waiting on us: dispute | exception | review | cancel_request | problem | upcharge (disputed or
   expired) | refund (of missing cards) | set_aside | not_paid (but here) | count_differs (not refunded, proposed or settled) |
   damaged | cards_here (supplemental cards). Waiting on the customer: set_aside_asked | proposal.';

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
  'Returns the source of all staff lists, as o. PostgreSQL drops the left join where a query doesn''t use its columns.';

-- plpgsql, because it reads tables of later files.
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
    -- A function takes up to 100 arguments.
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
  'Returns orders for staff lists and forms, in the order of the IDs. asked: the open proposal that comes first (upcharges for
   staff, then the oldest), with the number of others, or null.';

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
  'Returns the saved views with their sort column and their condition on private.staff_list, which starts with the predicate of the
   view''s index. to_check_in: paid, not counted or set aside. ready_to_send: counted, in no grader shipment, not blocked.
   to_return: graded, or canceled with cards here, and not blocked. waiting_on_*: see private.order_blockers. overdue: see
   private.due_on.';

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
  'Returns the size of each saved view, or of one: {view: {count (up to 1,000), is_more}}.';

-- A search uses only the rarest trigrams, and estimates in a sample how many orders match before it collects them.
create function private.search_words(p_search text) returns text[]
language sql immutable set search_path = ''
as $$
  with words as (
    select w.word, min(u.position) as position
    from string_to_table(left(private.search_form(p_search), 100), ' ') with ordinality as u (text, position)
    -- Like readTrackingNumber for carrier barcodes.
    cross join lateral (select regexp_replace(regexp_replace(u.text, '^420(\d{5}|\d{9})(9[1-5]\d{18,20})$', '\2'),
      '^10\d{20}(\d{12})$', '\1') as word) w
    where w.word <> '' group by w.word order by 2 limit 6
  )
  select array_agg(w.word order by char_length(w.word) desc, w.position) from words w
  where not exists (select 1 from words b where b.word <> w.word and strpos(b.word, w.word) > 0)
$$;
comment on function private.search_words(text) is
  'Returns up to six words of a search, longest first, without words that are part of another; null if there are none. A carrier''s
   barcode is reduced to its tracking number.';

-- The extension may be in another schema.
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
    -- The trigram itself, without those of its halves. None if the index, depending on the locale, doesn't know one of its
    -- characters.
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
    -- A trigram without statistics is rarer than the common ones. Neighbors are similar, so one of two is used.
    select distinct on (k.nth, k.block) k.part, coalesce(n.share, 0) as share
    from keyed k left join known n on n.element = k.element
    order by k.nth, k.block, coalesce(n.share, 0), k.part
  )
  select r.part, min(r.share) from rarest r group by r.part order by 2, 1 limit 8
$body$
$function$, '%1$s', quote_ident(v_schema));
end $$;
comment on function private.search_parts(text) is
  'Returns up to eight trigrams of a search that the index knows, rarest first, with their share of the orders (0 to 1) as of the
   last ANALYZE. None: the index can''t help.';

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
  'Returns an indexed condition on o if a search is a complete batch ID (dashes and prefix optional) or email address that has
   orders, else null.';

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
  'Returns a query on o, which ends in a condition, with cursor, order (p_is_rising: oldest first) and limit.';

create function private.staff_find_orders(
  p_search text, p_view text, p_limit integer, p_now timestamptz default now(), p_filters text default 'true',
  p_at timestamptz default null, p_id uuid default null, p_is_backwards boolean default false, p_counts boolean default false,
  out ids uuid[], out place text, out stopped_at timestamptz, out stopped_id uuid, out total integer
)
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
  set jit = off
as $$
declare
  -- Each is about 15 ms on a small machine: expected matches, index entries, orders scanned.
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
  -- Every word, literally. Not indexed.
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
    -- Repeatable, so that all pages of a search use the same strategy.
    execute format('select (count(*) filter (where %s))::real / greatest(count(*), 1) * $1 <= $2
        from public.grading_orders o tablesample system (%s) repeatable (1)',
      v_candidates, least(100.0, 100.0 * c_sample / greatest(v_rows, 1))::numeric(9, 6))
      into v_is_rare using v_rows, c_most_candidates;
  end if;
  if not v_is_rare then
    -- Common parts only. The orders of an email address are found anyway.
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

  -- Common words match soon on a scan from the cursor. The next page continues it.
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
  'Returns the IDs of a page: all orders newest first, a saved view longest waiting first. A search reads some ten thousand orders
   at most: those with its rarest parts, or those from the cursor on. stopped_at and stopped_id: where it stopped before the page
   was full. total: up to 1,001, null if unknown.';

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
    -- The first page is always a full one.
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
    -- A day is midnight UTC in a cursor.
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
   Returns {staff_role, orders, is_sorted, next_cursor, previous_cursor, stopped_at, total, views}, newest first or as
   private.staff_views. Cursors are {at, id}; previous_cursor needs p_backwards. total and each of views: {count (up to 1,000),
   is_more}. stopped_at: a search of common parts ends here, and next_cursor continues it. p_sort (batch | customer | cards |
   total | payment | status | waiting | submitted) sorts up to 1,000 orders, in pages by p_offset; is_sorted false: there are
   more, so they aren''t sorted.';

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
   Returns {staff_role, order (as in lists), details (all columns), profile, account_email, received_by, grader_shipment_id,
   events (last 500, oldest first), actions (that can be undone), notes, former_notes (undated), set_aside, exceptions, refunds,
   adjustments, problem ({since (null: settled), messages: [{id, body, at}]} or null)}, or null.';

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
   Returns {orders}: up to 100 as in lists, in the order of the IDs. With p_changes, what staff_update_orders would warn about,
   for up to 500: [{id, owner (equal for one customer''s orders), warnings}].';

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
   Returns {staff_role, profile (null: no such account), orders (last 10, as in lists)}.';
