const DAYS = 1095;

const FIRST = `Ava Ben Cara Dan Elif Finn Grace Hugo Ines Jack Kira Liam Mia Noah Olga Paul Quinn Rosa Sam Tara Uma Victor
  Wendy Xavier Yuki Zane Amir Bianca Carlos Diego Emma Farid Greta Henry Isla Jonas Keiko Lena Marco Nadia Oscar Priya
  Ravi Sofia Tomas Ursula Vera Walter Ximena Zoë José Chloé`;
const LAST = `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson
  Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker
  Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter
  Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers
  Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Müller Nakamura O'Brien`;

const words = (text: string) =>
  `string_to_array(regexp_replace('${text.replaceAll("'", "''")}', '\\s+', ' ', 'g'), ' ')`;

/** Returns a number from 0 to 1 that is always the same for the same row and purpose. */
const chance = (n: string, purpose: number) =>
  `((hashint8extended(${n}, ${purpose}) & 2147483647) / 2147483648.0)::float8`;

const pick = (list: string, at: string) => `(${list})[1 + floor(${at} * cardinality(${list}))::int]`;

export const orderId = (n: string) => `md5('seeded order ' || ${n})::uuid`;
const userId = (n: string) => `md5('seeded person ' || ${n})::uuid`;

/** About twelve orders per person, though a few people have hundreds. */
const peopleFor = (orders: number) => Math.max(Math.ceil(orders / 15), 1);

const nameOf = (n: string) => `${pick("f", chance(n, 1))} || ' ' || ${pick("l", chance(n, 2))}`;
const mailOf = (
  n: string,
) => `lower(regexp_replace(${pick("f", chance(n, 1))} || '.' || ${pick("l", chance(n, 2))},
  '[^A-Za-z.]', '', 'g')) || (${n} % 9973) || '@' || case
    when ${chance(n, 3)} < 0.45 then 'gmail.test' when ${chance(n, 3)} < 0.60 then 'yahoo.test'
    when ${chance(n, 3)} < 0.72 then 'outlook.test' when ${chance(n, 3)} < 0.82 then 'icloud.test'
    else 'cards' || floor(${chance(n, 4)} * 2000) || '.test' end`;

const stamp = (ms: string) =>
  [7, 6, 5, 4, 3, 2, 1, 0]
    .map((d) => `substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 1 + ((${ms} / ${36 ** d}) % 36)::int, 1)`)
    .join(" || ");

const NAMES = `(select ${words(FIRST)} as f, ${words(LAST)} as l) as names`;

export function peopleStatements(orders: number): string[] {
  const people = peopleFor(orders);
  return [
    `insert into auth.users (id, email, email_confirmed_at)
     select ${userId("n")}, 'p' || n || '.' || ${mailOf("n")}, now()
     from generate_series(1::bigint, ${people}) n, ${NAMES} on conflict do nothing`,
    `insert into public.profiles (user_id, full_name, phone, address_line1, city, state, postal_code)
     select ${userId("n")}, ${nameOf("n")}, '+1 555 ' || lpad((n % 10000)::text, 4, '0'),
       (n % 9000 + 1) || ' Main Street', 'Austin', 'TX', lpad((n % 99999)::text, 5, '0')
     from generate_series(1::bigint, ${people}) n, ${NAMES} on conflict do nothing`,
  ];
}

/**
 * Creates orders 1 to `orders`, oldest first. Most are complete, some never arrive, and some are stuck. "offset 0"
 * stops each level from being computed twice.
 */
export function ordersStatement(orders: number): string {
  const roll = (purpose: number) => chance("n", purpose);
  return `
insert into public.grading_orders (id, batch_id, user_id, user_email, guest_email, plan_type, num_cards, rate_cents,
  grading_fee, total_paid, payment_status, paid_at, fulfillment_status, submission_status, tracking_number,
  grading_submission_number, quota_month, stripe_session_id, stripe_payment_intent_id, return_address, arrived_at, received_at,
  received_count, package_condition, promised_from, promised_to, overdue_notice_day, delay_reason, delayed_until, sent_back_at, inbound_carrier,
  inbound_tracking, inbound_shipped_at, inbound_delivered_at, look_from, ship_reminders, cancel_requested_at, notes, search_text, submitted_at, created_at, updated_at)
with calendar as materialized (
  select d.day, private.business_date_after(d.day, 10) as early, private.business_date_after(d.day, 15) as late,
    private.business_date_after(d.day, 2) as look_from
  from (select (now() - make_interval(days => n))::date as day from generate_series(-1, ${DAYS} + 1) n) d
)
select x.id, x.batch_id, x.user_id, x.user_email, x.guest_email, x.plan_type, x.num_cards, x.rate_cents,
  x.num_cards::numeric * x.rate_cents / 100, case when x.paid_at is not null then x.num_cards::numeric * x.rate_cents / 100 end,
  x.payment_status, x.paid_at,
  case when x.step in ('completed', 'delivered') then 'complete' when x.step = 'pending' then 'not_received' else 'grading' end,
  x.step, x.tracking, x.submission_number, date_trunc('month', x.at)::date,
  'cs_test_seed' || md5(x.n::text), case when x.paid_at is not null then 'pi_seed' || md5(x.n::text) end,
  case when x.paid_at is not null then jsonb_build_object('full_name', x.full_name, 'address_line1', '1 Main Street',
    'city', 'Austin', 'state', 'TX', 'postal_code', '78701', 'country', 'US') end,
  x.arrived, x.arrived, case when x.arrived is not null then greatest(x.num_cards - (${roll(31)} < 0.012)::int, 0) end,
  case when x.arrived is not null then case when ${roll(32)} < 0.01 then 'damaged_outside' else 'ok' end end,
  c.early, c.late, c.late, case when x.is_put_off then 'The grader is behind' end,
  case when x.is_put_off then current_date + 12 end,
  case when x.step in ('completed', 'delivered') then x.arrived + x.turn end,
  case when x.shipped is not null then 'usps' end,
  case when x.shipped is not null then '94' || lpad(x.n::text, 20, '0') end,
  x.shipped, case when x.shipped + interval '4 days' < now() then x.shipped + interval '4 days' end,
  case when x.shipped + interval '4 days' < now() then s.look_from end,
  case when x.paid_at is null or x.shipped is not null or x.arrived is not null then 0
    when x.paid_at < now() - interval '10 days' then 2 when x.paid_at < now() - interval '3 days' then 1 else 0 end,
  case when x.paid_at is not null and x.arrived is null and x.paid_at > now() - interval '40 days' and ${roll(42)} < 0.02
    then least(x.paid_at + interval '6 hours', now()) end,
  case when ${roll(35)} < 0.2 then 'Please handle the holo cards with care.' end,
  private.search_form(concat_ws(' ', x.batch_id, 'order-' || left(x.id::text, 8), x.user_email, x.guest_email, x.full_name,
    x.tracking, x.submission_number, case when x.user_id is not null then '1555' || lpad((x.person % 10000)::text, 4, '0') end,
    case when x.paid_at is not null then '78701' when x.user_id is not null then lpad((x.person % 99999)::text, 5, '0') end)),
  x.at, x.at, x.at
from (
  select w.*,
    case when w.step in ('completed', 'delivered') then '1Z' || upper(substr(md5('t' || w.n), 1, 16)) end as tracking,
    case when w.step in ('shipped', 'grading', 'graded', 'completed', 'delivered')
      then 'SUB-' || (100000 + w.n / 40) end as submission_number,
    case when w.step not in ('completed', 'delivered') and w.arrived < now() - interval '25 days' then ${roll(43)} < 0.6
      else false end as is_put_off,
    case when w.paid_at is not null and ${roll(41)} < 0.6 and w.paid_at < now() - interval '2 days'
      then date_trunc('day', w.paid_at + interval '1 day') + interval '12 hours' end as shipped
  from (
    select v.*, case
        when v.arrived is null then 'pending'
        when v.arrived + v.turn < now() - interval '4 days' then 'delivered'
        when v.arrived + v.turn < now() then 'completed'
        when v.arrived + v.turn * 0.15 > now() then 'received'
        when v.arrived + v.turn * 0.30 > now() then 'processing'
        when v.arrived + v.turn * 0.45 > now() then 'shipped'
        when v.arrived + v.turn * 0.85 > now() then 'grading' else 'graded' end as step
    from (
      select u.*,
        case when u.paid_at is not null and ${roll(21)} > 0.01
          and u.at + make_interval(secs => 86400 * (2 + 9 * ${roll(22)})) < now()
          then u.at + make_interval(secs => 86400 * (2 + 9 * ${roll(22)})) end as arrived,
        ${turn("u.n")} as turn
      from (
        select t.*, case when t.payment_status = 'paid' then t.at + interval '4 minutes' end as paid_at,
          case t.plan_type when 'elite' then 1900 when 'pro' then 2200 else 2500 end as rate_cents
        from (
          select s.*, case
              when s.at > now() - interval '4 days' and ${roll(12)} < 0.02 then 'pending'
              -- Of what was not paid for a month nothing is left.
              when ${roll(11)} < 0.70 or s.at < now() - interval '30 days' then 'paid' when ${roll(11)} < 0.88 then 'canceled'
              when ${roll(11)} < 0.97 then 'unpaid' else 'failed' end as payment_status,
            case when s.user_id is null then 'payg'
              else (array['free','free','starter','pro','pro','elite'])[1 + floor(${chance("s.person", 13)} * 6)::int] end as plan_type
          from (
            select r.n, r.at, ${orderId("r.n")} as id, r.person,
              'BATCH-' || r.stamp || '-' || upper(translate(substr(md5('b' || r.n), 1, 4), '01', 'yz')) as batch_id,
              case when not r.is_guest then ${userId("r.person")} end as user_id,
              case when not r.is_guest then 'p' || r.person || '.' || ${mailOf("r.person")} end as user_email,
              case when r.is_guest then 'g' || r.n || '.' || ${mailOf("r.n")} end as guest_email,
              case when r.is_guest then ${nameOf("r.n")} else ${nameOf("r.person")} end as full_name,
              1 + floor(60 * power(${chance("r.n", 14)}, 4))::int as num_cards
            from (
              select n, q.at, ${roll(15)} < 0.2 as is_guest,
                1 + floor(${peopleFor(orders)} * power(${roll(16)}, 1.6))::bigint as person,
                ${stamp("q.ms")} as stamp
              from generate_series(1::bigint, ${orders}) n,
              lateral (select now() - make_interval(secs => 86400.0 * ${DAYS} * (1 - power(n / ${orders + 1}::float8, 0.8))) as at) a,
              lateral (select a.at, (extract(epoch from a.at) * 1000)::bigint as ms) q
            offset 0) r, ${NAMES}
          offset 0
          ) s
        offset 0
        ) t
      offset 0
      ) u
    offset 0
    ) v
  offset 0
  ) w
offset 0
) x
left join calendar c on c.day = private.business_date(x.arrived)
left join calendar s on s.day = ((x.shipped + interval '4 days') at time zone 'utc')::date
order by x.n`;
}

export function staffEntriesStatements(orders: number): string[] {
  return [
    `insert into public.order_admin (order_id, shelf_location, review_reason, dispute_status)
select * from (
  select o.id, case when o.received_at is not null then 'A-' || n % 400 end as shelf,
    case when o.paid_at is not null and ${chance("n", 33)} < 0.0005 then 'paid_after_canceled' end as reason,
    case when o.paid_at is not null and ${chance("n", 34)} < 0.0005 then 'needs_response' end as dispute
  from generate_series(1::bigint, ${orders}) n
  join public.grading_orders o on o.id = ${orderId("n")}
) e where num_nonnulls(e.shelf, e.reason, e.dispute) > 0`,
    `insert into public.order_messages (order_id, author, kind, body, sent_at)
select o.id, 'customer', 'problem', 'One slab has a crack at its upper corner.', now() - interval '3 days'
from generate_series(1::bigint, ${orders}) n
join public.grading_orders o on o.id = ${orderId("n")}
where o.submission_status in ('completed', 'delivered') and o.received_at > now() - interval '60 days' and ${chance("n", 44)} < 0.01`,
    `insert into public.order_admin (order_id, problem_since)
select m.order_id, m.sent_at from public.order_messages m
on conflict (order_id) do update set problem_since = excluded.problem_since`,
    `update public.grading_orders o set due_on = private.due_on(o)
where o.payment_status = 'paid' and o.submission_status <> 'delivered'`,
    `insert into public.order_admin as a (order_id, blockers, waiting_since)
select o.id, private.order_blockers(o), coalesce(o.received_at, o.paid_at, o.submitted_at) from public.grading_orders o
left join public.order_admin m on m.order_id = o.id
where o.fulfillment_status <> 'complete' and o.arrived_at is not null or m.review_reason is not null or m.dispute_status is not null or m.problem_since is not null
on conflict (order_id) do update set blockers = excluded.blockers,
  waiting_since = case when excluded.blockers <> '{}' then excluded.waiting_since end`,
  ];
}

const turn = (n: string) =>
  `make_interval(secs => 86400 * (12 + 10 * ${chance(n, 23)}) * case when ${chance(n, 24)} < 0.002 then 30 else 1 end)`;

export function eventsStatement(orders: number): string {
  return `
insert into public.order_events (order_id, type, from_value, to_value, actor_type, public, occurred_at)
select o.id, e.type, e.before, e.after, e.actor, e.public, e.at
from generate_series(1::bigint, ${orders}) n
join public.grading_orders o on o.id = ${orderId("n")}
cross join lateral (select o.received_at as came, ${turn("n")} as turn,
  array_position(array['pending', 'received', 'processing', 'shipped', 'grading', 'graded', 'completed', 'delivered'],
    o.submission_status) as step,
  o.received_at > now() - interval '150 days' as is_recent) s
cross join lateral (values
  (0, 'created', null, 'unpaid', 'customer', false, o.submitted_at),
  (1, 'payment_status', 'unpaid', 'paid', 'stripe', true, o.paid_at),
  (1.3, 'inbound_shipped', null, concat_ws(':', o.inbound_carrier, o.inbound_shipped_at::date, o.inbound_tracking), 'customer', true,
    case when s.is_recent is not false then o.inbound_shipped_at end),
  (1.6, 'inbound_delivered', null, o.inbound_delivered_at::date::text, 'customer', true,
    case when s.is_recent is not false then o.inbound_delivered_at end),
  (2, 'submission_status', 'pending', 'received', 'staff', true, s.came),
  (3, 'submission_status', 'received', 'processing', 'staff', true, case when s.is_recent then s.came + s.turn * 0.15 end),
  (4, 'submission_status', 'processing', 'shipped', 'staff', true, case when s.is_recent then s.came + s.turn * 0.30 end),
  (5, 'submission_status', 'shipped', 'grading', 'staff', true, case when s.is_recent then s.came + s.turn * 0.45 end),
  (6, 'submission_status', 'grading', 'graded', 'staff', true, case when s.is_recent then s.came + s.turn * 0.85 end),
  (7, 'submission_status', 'graded', case when s.is_recent then 'completed' else 'delivered' end, 'staff', true, s.came + s.turn),
  (8, 'submission_status', 'completed', 'delivered', 'staff', true,
    case when s.is_recent then s.came + s.turn + interval '4 days' end)
) as e (nth, type, before, after, actor, public, at)
where e.at is not null and (e.type <> 'submission_status' or e.nth <= s.step)
order by n, e.nth`;
}
