-- Delivery of the outbox: many workers, a lease instead of a held transaction.

create function public.claim_outbox(
  p_limit integer default 10, p_lease_seconds integer default 60, p_now timestamptz default now()
) returns jsonb
language sql set search_path = ''
as $$
  with due as (
    select o.id from public.outbox o
    where o.sent_at is null and o.failed_at is null and o.next_attempt_at <= p_now
      and (o.locked_until is null or o.locked_until <= p_now)
    order by o.next_attempt_at, o.id
    limit greatest(p_limit, 0)
    for update skip locked
  ), claimed as (
    update public.outbox o
    set locked_until = p_now + make_interval(secs => p_lease_seconds), attempts = o.attempts + 1
    from due where o.id = due.id
    returning o.*
  )
  select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]') from claimed c
$$;
comment on function public.claim_outbox(integer, integer, timestamptz) is
  'Rows to send now, nobody else''s until the lease ends. A worker that dies gives them back by doing nothing.';

create function public.finish_outbox(
  p_id bigint, p_message_id text default null, p_error text default null, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_row public.outbox;
begin
  select * into v_row from public.outbox o where o.id = p_id for update;
  if not found then
    return jsonb_build_object('state', 'missing');
  elsif v_row.sent_at is not null then
    return jsonb_build_object('state', 'sent');
  elsif p_error is null then
    update public.outbox o
    set sent_at = p_now, message_id = p_message_id, locked_until = null, failed_at = null, last_error = null
    where o.id = p_id;
    return jsonb_build_object('state', 'sent');
  elsif p_now >= v_row.created_at + interval '20 hours' then
    update public.outbox o
    set failed_at = coalesce(o.failed_at, p_now), locked_until = null, last_error = left(p_error, 2000)
    where o.id = p_id;
    return jsonb_build_object('state', 'failed');
  end if;
  -- 1, 2, 4 … minutes, at most an hour.
  update public.outbox o
  set next_attempt_at = p_now + interval '1 minute' * least(power(2, least(greatest(o.attempts, 1) - 1, 10)), 60),
      locked_until = null, last_error = left(p_error, 2000)
  where o.id = p_id
  returning * into v_row;
  return jsonb_build_object('state', 'retry', 'next_attempt_at', v_row.next_attempt_at);
end $$;
comment on function public.finish_outbox(bigint, text, text, timestamptz) is
  '{state: sent | retry | failed | missing, next_attempt_at?}. Without p_error: sent. Gives up 20 hours after the cause.';
