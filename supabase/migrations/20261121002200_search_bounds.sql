-- Searches that used to collect far more than they show: words within words, letters that the index does not know, and
-- long texts of common parts. What is asked of the index is now few and rare parts, and how many orders have them all is
-- seen in a sample before they are collected.

create function private.search_words(p_search text) returns text[]
language sql immutable set search_path = ''
as $$
  with words as (
    select u.word, min(u.position) as position
    from string_to_table(left(lower(p_search), 100), ' ') with ordinality as u (word, position)
    where u.word <> '' group by u.word order by 2 limit 6
  )
  select array_agg(w.word order by char_length(w.word) desc, w.position) from words w
  where not exists (select 1 from words b where b.word <> w.word and strpos(b.word, w.word) > 0)
$$;
comment on function private.search_words(text) is
  'The words of a search, longest first, without those that are part of another; null when there is none. Up to 6.';

create or replace function private.search_conditions(p_search text) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(format('strpos(o.search_text, %L) > 0', u.word), ' and ' order by u.nth)
  from unnest(private.search_words(p_search)) with ordinality as u (word, nth)
$$;
comment on function private.search_conditions(text) is
  'Every word of a search, anywhere in the text of o, literally; null when there is none. Uses no index.';

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
    -- A part that is not among the common ones is rarer than all of those. Neighbours say much the same: one of two.
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

create function private.expected_candidates(p_candidates text, p_rows real) returns real
language plpgsql stable set search_path = '' set jit = off
as $$
declare
  c_sample constant integer := 1500;
  v_share real;
begin
  -- The same pages each time: they stay in memory, and a search takes the same way on each of its pages.
  execute format('select (count(*) filter (where %s))::real / greatest(count(*), 1)
      from public.grading_orders o tablesample system (%s) repeatable (1)',
    p_candidates, least(100.0, 100.0 * c_sample / greatest(p_rows, 1))::numeric(9, 6)) into v_share;
  return v_share * p_rows;
end $$;
comment on function private.expected_candidates(text, real) is
  'How many of so many orders meet a condition on o, from a sample of about 1,500.';

create function private.exact_condition(p_search text, p_is_email boolean) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := private.search_words(p_search);
begin
  if cardinality(v_words) is distinct from 1 then
    return null;
  end if;
  if not p_is_email then
    return (select format('o.batch_id = %L', o.batch_id) from public.grading_orders o where o.batch_id = upper(v_words[1]));
  end if;
  return case when strpos(v_words[1], '@') > 1 and (
      exists (select from public.grading_orders o
        where o.user_email is not null and lower(o.user_email collate "C") = v_words[1])
      or exists (select from public.grading_orders o
        where o.user_id is null and o.guest_email is not null and lower(o.guest_email collate "C") = v_words[1]))
    then format('(o.user_email is not null and lower(o.user_email collate "C") = %1$L
        or o.user_id is null and o.guest_email is not null and lower(o.guest_email collate "C") = %1$L)', v_words[1]) end;
end $$;
comment on function private.exact_condition(text, boolean) is
  'A condition on o that an index of whole values serves, when a search is a whole batch ID, or a whole e-mail address, of
   which there are orders; otherwise null.';

create or replace function private.staff_find_orders(
  p_search text, p_filters text, p_at timestamptz, p_id uuid, p_backwards boolean, p_limit integer, p_counts boolean,
  out ids uuid[], out stopped_at timestamptz, out stopped_id uuid, out total integer
)
language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  -- Some 15 ms of each on a small machine: orders expected, entries of the rarest part, orders looked through.
  c_most_candidates constant integer := 2000;
  c_longest_list constant integer := 25000;
  c_longest_walk constant integer := 15000;
  v_words text := private.search_conditions(p_search);
  v_candidates text;
  v_exact text;
  v_is_rare boolean;
  v_rarest real;
  v_rows real;
  v_collected integer;
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

  select greatest(c.reltuples, 0) into v_rows from pg_catalog.pg_class c where c.oid = 'public.grading_orders'::regclass;
  select string_agg(format('o.search_text like %L', '%' || p.part || '%'), ' and ' order by p.share, p.part), min(p.share)
    into v_candidates, v_rarest from private.search_parts(p_search) p;
  v_exact := private.exact_condition(p_search, false);
  v_is_rare := case
    when v_exact is not null or v_rarest * v_rows <= c_most_candidates then true
    when v_rarest * v_rows <= c_longest_list then private.expected_candidates(v_candidates, v_rows) <= c_most_candidates
    else false end;
  if not v_is_rare then
    -- Made of common parts only; its owner's orders are found all the same.
    v_exact := private.exact_condition(p_search, true);
  end if;
  if v_is_rare or v_exact is not null then
    v_candidates := coalesce(v_exact, v_candidates);
    execute 'with candidates as materialized (
        select o.id, o.submitted_at, o.payment_status, o.fulfillment_status, o.submission_status, o.received_at,
          o.received_count, o.num_cards, o.package_condition, o.review_reason, o.dispute_status, o.open_exceptions,
          o.search_text
        from public.grading_orders o where ' || v_candidates || ' limit ' || 2 * c_most_candidates + 1 || '
      ), hits as materialized (select * from candidates o where ' || v_words || ' and ' || p_filters || '
      ), page as (' || private.staff_page('select o.id, o.submitted_at from hits o where true',
        p_at, p_id, p_backwards, p_limit) || '
      ) select (select array_agg(f.id order by f.nth) from (select o.id, row_number() over () as nth from page o) f),
          (select least(count(*), 1001) from hits), (select count(*) from candidates)'
      into ids, total, v_collected;
    if v_collected <= 2 * c_most_candidates then
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
  'Ids of a page in its order. A search reads at most some ten thousand orders: either those that hold its rarest parts, or
   from the cursor on; in the latter case stopped_at, stopped_id say where it stopped, if before the page was full.
   total: up to 1001, null where it is not known.';
drop function private.search_shares(text);

select private.apply_grants();
