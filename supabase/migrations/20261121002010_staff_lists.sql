-- The staff's list of orders: search, filters, saved views and pages, in one call that never costs more than its bounds.
-- Security definer with a check of its own: under row level security no search could use its index.

create function private.staff_order_rows(p_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'batch_id', o.batch_id, 'user_id', o.user_id,
    'email', coalesce(o.user_email, o.guest_email),
    'customer_name', coalesce(o.return_address ->> 'full_name', p.full_name),
    'plan_type', o.plan_type, 'num_cards', o.num_cards, 'grading_fee', o.grading_fee,
    'total_paid', o.total_paid, 'refunded_cents', o.refunded_cents,
    'payment_status', o.payment_status, 'fulfillment_status', o.fulfillment_status,
    'submission_status', o.submission_status, 'notes', o.notes,
    'tracking_number', o.tracking_number, 'grading_submission_number', o.grading_submission_number,
    'arrived_at', o.arrived_at, 'received_at', o.received_at, 'received_count', o.received_count,
    'package_condition', o.package_condition, 'review_reason', o.review_reason,
    'dispute_status', o.dispute_status, 'open_exceptions', o.open_exceptions,
    'placed_by_admin', o.placed_by_admin, 'is_paid_by_card', o.stripe_payment_intent_id is not null,
    'submitted_at', o.submitted_at, 'paid_at', o.paid_at, 'updated_at', o.updated_at,
    'version', o.version, 'internal_notes', a.internal_notes, 'invoice_filename', a.invoice_filename,
    'shelf_location', a.shelf_location) order by o.submitted_at desc, o.id desc), '[]')
  from public.grading_orders o
  left join public.order_admin a on a.order_id = o.id
  left join public.profiles p on p.user_id = o.user_id
  where o.id = any (p_ids)
$$;
comment on function private.staff_order_rows(uuid[]) is 'Orders as the staff''s lists and forms show them, newest first.';

create function private.staff_view_condition(p_view text, p_now timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case p_view
    when 'needs_check_in' then 'o.payment_status = ''paid'' and o.fulfillment_status = ''not_received'''
    when 'overdue' then format('o.received_at is not null and o.fulfillment_status <> ''complete'' and o.received_at < %L',
      private.business_days_before(p_now, 15))
    when 'exceptions' then '(o.open_exceptions > 0 or o.review_reason is not null
      or o.dispute_status in (''needs_response'', ''warning_needs_response'')
      or (o.fulfillment_status <> ''complete'' and (o.received_count <> o.num_cards or o.package_condition <> ''ok'')))'
    when 'ready_to_return' then 'o.submission_status = ''graded'' and o.fulfillment_status = ''grading''' end;
end $$;
comment on function private.staff_view_condition(text, timestamptz) is
  'needs_check_in | overdue (more than 15 business days since received) | exceptions | ready_to_return, as a condition
   on o; null for any other. Word for word what the partial indexes say.';

create function private.search_conditions(p_search text) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('o.search_text like %L',
    '%' || replace(replace(replace(w.word, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' and ')
  from (
    select u.word from string_to_table(left(lower(p_search), 100), ' ') with ordinality as u (word, position)
    where u.word <> '' order by u.position limit 6
  ) w
$$;
comment on function private.search_conditions(text) is
  'Every word of a search, anywhere in the text of o, literally; null when there is none. Up to 6 words of 100 characters.';

create function private.search_shares(p_search text, out rarest real, out likely real)
language sql stable security definer set search_path = ''
as $$
  with parts as (
    select distinct w.nth, substr(r.run, i, 3) as part
    from regexp_split_to_table(left(lower(p_search), 100), ' ') with ordinality as w (word, nth)
    cross join lateral regexp_split_to_table(w.word, '[^[:alnum:]]+') as r (run)
    cross join lateral generate_series(1, char_length(r.run) - 2) i
  ), known as materialized (
    select s.most_common_elems::text::text[] as elements, s.most_common_elem_freqs as shares
    from pg_catalog.pg_stats_ext_exprs s
    where s.statistics_schemaname = 'public' and s.statistics_name = 'grading_orders_word_parts'
  ), words as (
    -- A part that is not among the common ones is rarer than all of those.
    select p.nth, min(coalesce(k.shares[array_position(k.elements, p.part)], 0)) as share
    from parts p left join known k on true group by p.nth
  )
  select min(w.share), case when min(w.share) = 0 then 0 else exp(sum(ln(nullif(w.share, 0)))) end from words w
$$;
comment on function private.search_shares(text) is
  'Shares of the orders (0 to 1), as of the last ANALYZE: those whose text has the rarest three letters of a search, of
   which no more can match; and those likely to have the rarest of each word. Null when no word has three letters, which
   the index cannot help.';

create function private.staff_page(
  p_source text, p_at timestamptz, p_id uuid, p_backwards boolean, p_limit integer
) returns text
language sql immutable set search_path = ''
as $$
  select p_source
    || case when p_at is null then '' else format(' and (o.submitted_at, o.id) %s (%L::timestamptz, %L::uuid)',
         case when p_backwards then '>' else '<' end, p_at, p_id) end
    || case when p_backwards then ' order by o.submitted_at, o.id' else ' order by o.submitted_at desc, o.id desc' end
    || ' limit ' || p_limit
$$;
comment on function private.staff_page(text, timestamptz, uuid, boolean, integer) is
  'Adds cursor, order and limit to a query of o that ends in a condition.';

create function private.staff_find_orders(
  p_search text, p_filters text, p_at timestamptz, p_id uuid, p_backwards boolean, p_limit integer, p_counts boolean,
  out ids uuid[], out stopped_at timestamptz, out stopped_id uuid, out total integer
)
language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  -- Some 30 ms of either on a small machine.
  c_most_likely constant integer := 8000;
  c_most_candidates constant integer := 25000;
  c_longest_walk constant integer := 25000;
  v_words text := private.search_conditions(p_search);
  v_rarest real;
  v_likely real;
  v_rows real;
  v_hits integer;
begin
  if v_words is null then
    execute format('select array_agg(f.id order by f.nth) from (select o.id, row_number() over () as nth from (%s) o) f',
      private.staff_page('select o.id from public.grading_orders o where ' || p_filters, p_at, p_id, p_backwards, p_limit))
      into ids;
    if p_counts then
      execute 'select count(*) from (select 1 from public.grading_orders o where ' || p_filters || ' limit 1001) c' into total;
    end if;
    return;
  end if;

  select s.rarest, s.likely into v_rarest, v_likely from private.search_shares(p_search) s;
  select greatest(c.reltuples, 0) into v_rows from pg_catalog.pg_class c where c.oid = 'public.grading_orders'::regclass;
  if v_rarest * v_rows <= c_most_candidates and v_likely * v_rows <= c_most_likely then
    execute 'with hits as materialized (
        select o.id, o.submitted_at, o.payment_status, o.fulfillment_status, o.submission_status, o.received_at,
          o.received_count, o.num_cards, o.package_condition, o.review_reason, o.dispute_status, o.open_exceptions
        from public.grading_orders o where ' || v_words || ' limit ' || 2 * c_most_likely + 1 || '
      ), page as (' || private.staff_page('select o.id, o.submitted_at from hits o where ' || p_filters,
        p_at, p_id, p_backwards, p_limit) || '
      ) select (select array_agg(f.id order by f.nth) from (select o.id, row_number() over () as nth from page o) f),
          (select count(*) from (select 1 from hits o where ' || p_filters || ' limit 1001) c), (select count(*) from hits)'
      into ids, total, v_hits;
    if v_hits <= 2 * c_most_likely then
      return;
    end if;
  end if;

  -- What is common is met soon on the way from the newest; what is not, the person looks for further back by asking.
  total := null;
  execute format('select array_agg(f.id order by f.nth) from (
      select o.id, row_number() over () as nth from (%s) o where %s limit %s) f',
    private.staff_page('select o.id, o.submitted_at, o.search_text from public.grading_orders o where ' || p_filters,
      p_at, p_id, p_backwards, c_longest_walk), v_words, p_limit) into ids;
  if coalesce(cardinality(ids), 0) < p_limit then
    execute private.staff_page('select o.submitted_at, o.id from public.grading_orders o where ' || p_filters,
      p_at, p_id, p_backwards, 1) || ' offset ' || c_longest_walk - 1 into stopped_at, stopped_id;
  end if;
end $$;
comment on function private.staff_find_orders is
  'Ids of a page in its order. A search reads at most some ten thousand orders: either those that hold its rarest part, or
   from the cursor on; in the latter case stopped_at, stopped_id say where it stopped, if before the page was full.
   total: up to 1001, null where it is not known.';

create function public.staff_list_orders(
  p_search text default null,
  p_payment text default null,
  p_fulfillment text default null,
  p_view text default null,
  p_cursor_submitted_at timestamptz default null,
  p_cursor_id uuid default null,
  p_backwards boolean default false,
  p_limit integer default 50,
  p_with_counts boolean default true,
  p_now timestamptz default now()
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_limit integer := least(greatest(coalesce(p_limit, 50), 1), 1000);
  v_has_cursor boolean := p_cursor_submitted_at is not null and p_cursor_id is not null;
  v_backwards boolean := v_has_cursor and coalesce(p_backwards, false);
  v_filters text := 'true'
    || coalesce(' and o.payment_status = ' || quote_literal(p_payment), '')
    || coalesce(' and o.fulfillment_status = ' || quote_literal(p_fulfillment), '')
    || coalesce(' and ' || private.staff_view_condition(p_view, p_now), '');
  v_found record;
  v_ids uuid[];
  v_is_more boolean;
  v_orders jsonb;
  v_first jsonb;
  v_last jsonb;
  v_stopped jsonb;
begin
  select * into v_found from private.staff_find_orders(p_search, v_filters,
    case when v_has_cursor then p_cursor_submitted_at end, p_cursor_id, v_backwards, v_limit + 1, p_with_counts);
  v_ids := coalesce(v_found.ids, '{}');
  if v_backwards and cardinality(v_ids) <= v_limit and v_found.stopped_at is null then
    -- The way back ends at the first page, which is always a full one.
    return public.staff_list_orders(p_search, p_payment, p_fulfillment, p_view, null, null, false, p_limit, p_with_counts, p_now);
  end if;
  v_is_more := cardinality(v_ids) > v_limit;
  v_orders := private.staff_order_rows(v_ids[1:v_limit]);
  v_first := jsonb_build_object('submitted_at', v_orders #> '{0,submitted_at}', 'id', v_orders #> '{0,id}');
  v_last := jsonb_build_object('submitted_at', v_orders #> '{-1,submitted_at}', 'id', v_orders #> '{-1,id}');
  v_stopped := case when v_found.stopped_at is not null
    then jsonb_build_object('submitted_at', v_found.stopped_at, 'id', v_found.stopped_id) end;
  if v_orders = '[]' then
    v_first := case when v_has_cursor then jsonb_build_object('submitted_at', p_cursor_submitted_at, 'id', p_cursor_id) end;
    v_last := null;
  end if;
  return jsonb_build_object(
    'staff_role', v_role,
    'orders', v_orders,
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
   {staff_role, orders, next_cursor, previous_cursor, stopped_at, total, views}, newest first. A cursor is {submitted_at, id};
   previous_cursor goes with p_backwards. total: {count (up to 1000), is_more} or null; views: the same for each saved view.
   stopped_at: a search for common letters looked back to then only, next_cursor takes it on. At most 1000 orders.';

create function private.count_staff_views(p_now timestamptz) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  v_view text;
  v_count integer;
  v_counts jsonb := '{}';
begin
  foreach v_view in array array['needs_check_in', 'overdue', 'exceptions', 'ready_to_return'] loop
    execute 'select count(*) from (select 1 from public.grading_orders o where '
      || private.staff_view_condition(v_view, p_now) || ' limit 1001) c' into v_count;
    v_counts := v_counts || jsonb_build_object(v_view,
      jsonb_build_object('count', least(v_count, 1000), 'is_more', v_count > 1000));
  end loop;
  return v_counts;
end $$;

select private.apply_grants();
