-- Photographs of packages and cards: taken at the desk, kept in a private bucket of the storage service, handed out by the
-- product alone, and deleted 180 days after the cards were delivered.

-- Tables

create table public.order_photos (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.grading_orders (id),
  package_id uuid references public.packages (id) on delete set null,
  kind text not null check (kind in ('package', 'opened', 'count', 'card')),
  path text not null unique,
  public boolean not null,
  bytes integer check (bytes > 0),
  taken_by uuid references auth.users (id) on delete set null,
  taken_at timestamptz not null default now(),
  stored_at timestamptz,
  removed_at timestamptz,
  due_at timestamptz,
  failed_deletions integer not null default 0 check (failed_deletions >= 0),
  told_at timestamptz,
  check (order_id is null or package_id is null)
);
comment on table public.order_photos is
  'A photograph of an order, or of a package without a batch, which it follows when that is matched. The row comes before its
   files and goes after them, so that no file is ever forgotten.';
comment on column public.order_photos.path is 'Folder of its files in the bucket: full.jpg and small.jpg.';
comment on column public.order_photos.public is 'Whether the customer sees it.';
comment on column public.order_photos.bytes is 'Size of the larger file, once it is stored.';
comment on column public.order_photos.stored_at is 'When its files were there: it is shown from then on.';
comment on column public.order_photos.due_at is
  'From when the job deletes it: taken back, never stored, without order and package, or after photo_due. When its
   files could not be deleted, it is due again later.';
comment on column public.order_photos.told_at is 'When somebody was told that its files cannot be deleted, once.';
create index order_photos_of_order on public.order_photos (order_id, taken_at) where order_id is not null;
create index order_photos_of_package on public.order_photos (package_id, taken_at) where package_id is not null;
create index order_photos_taken_by on public.order_photos (taken_by) where taken_by is not null;
create index order_photos_due on public.order_photos (due_at, id) where due_at is not null;
create index order_photos_stuck on public.order_photos (id) where failed_deletions >= 12 and told_at is null;

-- The bucket. Where the storage service has not made its schema yet there is none, and npm run doctor says so.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values ('order-photos', 'order-photos', false, 5242880, array['image/jpeg'])
    on conflict (id) do nothing;
  end if;
end $$;

-- Row-level security

alter table public.order_photos enable row level security;

-- Private functions

create function private.photo_due(p_order_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select
    case o.submission_status when 'delivered' then coalesce(private.delivered_at(o.id), now()) + interval '180 days'
    else coalesce((select max(e.occurred_at) from public.order_events e
      where e.order_id = o.id and e.type = 'submission_status' and e.to_value = 'completed'), now()) + interval '1 year' end
  from public.grading_orders o
  where o.id = p_order_id and o.submission_status in ('completed', 'delivered') and private.problem_since(o.id) is null
$$;
comment on function private.photo_due(uuid) is
  'Until when the photographs of an order are kept: 180 days after delivery, a year after it was sent back where nobody says that it
   was delivered; null before, and while a problem with the cards is open.';

create function private.keep_photo_due() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.due_at := case
    when new.removed_at is not null then new.removed_at
    when new.stored_at is null then new.taken_at + interval '1 hour'
    when new.order_id is null and new.package_id is null then now()
    else private.photo_due(coalesce(new.order_id,
      (select k.order_id from public.packages k where k.id = new.package_id))) end;
  return new;
end $$;

create trigger keep_photo_due before insert or update of order_id, package_id, stored_at, removed_at on public.order_photos
  for each row execute function private.keep_photo_due();

create function private.retain_order_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.order_photos p set due_at = private.photo_due(new.id)
  where p.stored_at is not null and p.removed_at is null
    and (p.order_id = new.id or p.package_id in (select k.id from public.packages k where k.order_id = new.id));
  return null;
end $$;

-- Its name comes behind that of record_order_change, which writes the event that it reads.
create trigger retain_order_photos after update of submission_status on public.grading_orders
  for each row when (old.submission_status <> new.submission_status
    and array[old.submission_status, new.submission_status] && array['completed', 'delivered'])
  execute function private.retain_order_photos();

create function private.retain_photos_of_problem() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.order_photos p set due_at = private.photo_due(new.order_id)
  where p.stored_at is not null and p.removed_at is null
    and (p.order_id = new.order_id or p.package_id in (select k.id from public.packages k where k.order_id = new.order_id));
  return null;
end $$;

create trigger retain_photos_of_problem after insert or update of problem_since on public.order_admin
  for each row execute function private.retain_photos_of_problem();

create function private.retain_package_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.order_photos p set due_at = private.photo_due(new.order_id)
  where p.package_id = new.id and p.stored_at is not null and p.removed_at is null;
  return null;
end $$;

create trigger retain_package_photos after update of order_id on public.packages
  for each row when (old.order_id is distinct from new.order_id) execute function private.retain_package_photos();

create function private.photo_room(p_order_id uuid, p_package_id uuid) returns integer
language sql stable set search_path = ''
as $$
  select 6 * greatest(1, (
      select count(*) from public.order_events e
      where e.order_id = p_order_id and e.type = 'box_counted' and not private.is_undone(e))
    -- The box at hand.
    + (select count(a.box_counts) from public.order_admin a where a.order_id = p_order_id))::integer
  - (select count(*) from public.order_photos p
    where (p.order_id = p_order_id or p_order_id is null and p.package_id = p_package_id) and p.removed_at is null
      and (p.stored_at is not null or p.taken_at > now() - interval '10 minutes'))::integer
$$;
comment on function private.photo_room(uuid, uuid) is
  'How many photographs may still be taken: six of each package of an order, six of a package without one. Those that are just
   being stored count.';

create function private.photos_of(p_order_id uuid) returns setof public.order_photos
language sql stable set search_path = ''
as $$
  select p.* from public.order_photos p
  where p.order_id = p_order_id and p.stored_at is not null and p.removed_at is null
  union all
  select p.* from public.packages k join public.order_photos p on p.package_id = k.id
  where k.order_id = p_order_id and p.stored_at is not null and p.removed_at is null
$$;
comment on function private.photos_of(uuid) is 'The photographs of an order, with those of a package that was matched with it.';

create function private.shown_photos(p_order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'taken_at', p.taken_at)
    order by p.taken_at, p.id), '[]')
  from private.photos_of(p_order_id) p where p.public
$$;
comment on function private.shown_photos(uuid) is 'Those that the customer sees, oldest first: [{id, kind, taken_at}].';

create function private.my_photos(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when exists (select from public.grading_orders o where o.id = p_order_id and o.user_id = (select private.me()))
    then private.shown_photos(p_order_id) else '[]' end
$$;
comment on function private.my_photos(uuid) is
  '@callers authenticated
   Those of an order of the caller''s own; of any other none.';

create function private.lock_photo(p_photo_id uuid) returns public.order_photos
language plpgsql set search_path = ''
as $$
declare
  v_photo public.order_photos;
begin
  -- The order first, as everybody who changes something of it.
  perform from public.grading_orders o where o.id = (
    select coalesce(p.order_id, k.order_id) from public.order_photos p
    left join public.packages k on k.id = p.package_id where p.id = p_photo_id) for update;
  select * into v_photo from public.order_photos p where p.id = p_photo_id for update;
  return v_photo;
end $$;

create function private.begin_photo_event(p_actor uuid, p_photo public.order_photos) returns uuid
language plpgsql set search_path = ''
as $$
begin
  perform private.set_actor('staff', p_actor, null, jsonb_build_object('photo_id', p_photo.id));
  return coalesce(p_photo.order_id, (select k.order_id from public.packages k where k.id = p_photo.package_id));
end $$;
comment on function private.begin_photo_event(uuid, public.order_photos) is
  'The order on whose timeline an event about a photograph belongs, written by p_actor; null for a package
   without an order, which has no timeline.';

-- Public functions

create function public.staff_list_photos(p_order_id uuid default null, p_package_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  return jsonb_build_object('room', private.photo_room(p_order_id, p_package_id), 'photos', (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'taken_at', p.taken_at, 'public', p.public,
      'taken_by', private.email_of(p.taken_by)) order by p.taken_at, p.id), '[]')
    from (
      select * from private.photos_of(p_order_id)
      union all
      select * from public.order_photos x
      where p_order_id is null and x.package_id = p_package_id and x.stored_at is not null and x.removed_at is null
    ) p));
end $$;
comment on function public.staff_list_photos(uuid, uuid) is
  '@callers authenticated
   The photographs of an order, or of a package without one, oldest first: {room (how many may be added), photos: [{id, kind,
   taken_at, public, taken_by}]}.';

create function public.staff_begin_photo(
  p_actor uuid, p_kind text, p_is_public boolean, p_order_id uuid default null, p_package_id uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
  v_path text := to_char(now() at time zone 'utc', 'YYYY-MM') || '/' || v_id;
begin
  perform private.require_actor(p_actor);
  if p_order_id is not null then
    perform from public.grading_orders o where o.id = p_order_id for update;
  else
    perform from public.packages k where k.id = p_package_id and k.deleted_at is null for update;
  end if;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif private.photo_room(p_order_id, p_package_id) < 1 then
    return jsonb_build_object('outcome', 'full');
  end if;
  insert into public.order_photos (id, order_id, package_id, kind, path, public, taken_by)
  values (v_id, p_order_id, case when p_order_id is null then p_package_id end, p_kind, v_path, p_is_public, p_actor);
  return jsonb_build_object('outcome', 'begun', 'id', v_id, 'path', v_path);
end $$;
comment on function public.staff_begin_photo(uuid, text, boolean, uuid, uuid) is
  'Makes room for a photograph whose files are about to be stored. {outcome: begun | full | not_found, id?, path?}.';

create function public.staff_finish_photo(p_actor uuid, p_photo_id uuid, p_bytes integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_photo public.order_photos;
  v_order_id uuid;
begin
  perform private.require_actor(p_actor);
  v_photo := private.lock_photo(p_photo_id);
  if v_photo.id is null or v_photo.removed_at is not null then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if v_photo.stored_at is null then
    update public.order_photos p set stored_at = now(), bytes = p_bytes where p.id = p_photo_id;
    v_order_id := private.begin_photo_event(p_actor, v_photo);
    if v_order_id is not null then
      perform private.add_order_event(v_order_id, 'photo', null, v_photo.kind, false);
    end if;
  end if;
  return jsonb_build_object('outcome', 'kept', 'photo', jsonb_build_object('id', v_photo.id, 'kind', v_photo.kind,
    'taken_at', v_photo.taken_at, 'public', v_photo.public, 'taken_by', private.email_of(v_photo.taken_by)));
end $$;
comment on function public.staff_finish_photo(uuid, uuid, integer) is
  'The files of a photograph are stored: it is shown from here on. {outcome: kept | not_found (it took an hour and more), photo?}.';

create function public.drop_photo(p_photo_id uuid) returns void
language sql set search_path = ''
as $$
  update public.order_photos p set removed_at = now()
  where p.id = p_photo_id and p.stored_at is null and p.removed_at is null
$$;
comment on function public.drop_photo(uuid) is
  'A photograph whose files could not be stored: its place is free again, and the job deletes what there is of it.';

create function public.staff_show_photo(p_actor uuid, p_photo_id uuid, p_is_public boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_photo public.order_photos;
  v_order_id uuid;
begin
  perform private.require_actor(p_actor);
  v_photo := private.lock_photo(p_photo_id);
  if v_photo.stored_at is null or v_photo.removed_at is not null then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_photo.public = p_is_public then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  update public.order_photos p set public = p_is_public where p.id = p_photo_id;
  v_order_id := private.begin_photo_event(p_actor, v_photo);
  if v_order_id is not null then
    perform private.add_order_event(v_order_id, 'photo_shown', v_photo.public::text, p_is_public::text, false);
  end if;
  return jsonb_build_object('outcome', 'changed');
end $$;
comment on function public.staff_show_photo(uuid, uuid, boolean) is
  'Whether the customer sees a photograph. {outcome: changed | unchanged | not_found}.';

create function public.staff_remove_photo(p_actor uuid, p_photo_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_photo public.order_photos;
  v_order_id uuid;
begin
  perform private.require_actor(p_actor);
  v_photo := private.lock_photo(p_photo_id);
  if v_photo.stored_at is null or v_photo.removed_at is not null then
    return jsonb_build_object('outcome', case when v_photo.removed_at is null then 'not_found' else 'already_removed' end);
  end if;
  update public.order_photos p set removed_at = now() where p.id = p_photo_id;
  v_order_id := private.begin_photo_event(p_actor, v_photo);
  if v_order_id is not null then
    perform private.add_order_event(v_order_id, 'photo', v_photo.kind, null, false);
  end if;
  return jsonb_build_object('outcome', 'removed');
end $$;
comment on function public.staff_remove_photo(uuid, uuid) is
  'Removes a photograph: nobody sees it any more, and the job deletes its files. {outcome: removed | already_removed | not_found}.';

create function public.get_photo(p_photo_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me uuid := private.require_user();
begin
  return (select jsonb_build_object('path', p.path) from public.order_photos p
    where p.id = p_photo_id and p.stored_at is not null and p.removed_at is null
      and (private.is_staff() or p.public and exists (select from public.grading_orders o
        where o.user_id = v_me
          and o.id = coalesce(p.order_id, (select k.order_id from public.packages k where k.id = p.package_id)))));
end $$;
comment on function public.get_photo(uuid) is
  '@callers authenticated
   {path} of a photograph that the caller may see: staff all, the owner of its order those that are shown to them; else null.';

create function public.get_shown_photo(
  p_photo_id uuid, p_order_id uuid default null, p_guest_key text default null, p_token_hash text default null,
  p_now timestamptz default now()
) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('path', p.path)
  from public.order_photos p
  left join public.packages k on k.id = p.package_id
  join public.grading_orders o on o.id = coalesce(p.order_id, k.order_id)
  where p.id = p_photo_id and p.public and p.stored_at is not null and p.removed_at is null
    and (o.id = p_order_id
      or o.user_id is null and o.guest_key = p_guest_key
      or o.id = private.tracked_order_id(p_token_hash, p_now))
$$;
comment on function public.get_shown_photo(uuid, uuid, text, text, timestamptz) is
  '{path} of a photograph that customers see, for whoever has shown a signed link to its order (p_order_id), the cookie of the
   guest who placed it, or a tracking link of it; else null.';

create function public.get_custody_receipt(p_order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', o.id, 'batch_id', o.batch_id, 'num_cards', o.num_cards, 'arrived_at', o.arrived_at, 'received_at', o.received_at, 'received_count', o.received_count,
    'package_condition', o.package_condition, 'promised_from', o.promised_from, 'promised_to', o.promised_to,
    'receiver', nullif(split_part(btrim(p.full_name), ' ', 1), ''),
    'payment_status', o.payment_status, 'fulfillment_status', o.fulfillment_status, 'submission_status', o.submission_status,
    'is_lost', o.is_lost, 'delayed_until', o.delayed_until,
    -- As whoever has the tracking link may read them, who may print it too.
    'events', (select coalesce(jsonb_agg(l.e || '{"message": null}' order by l.n), '[]') from (
      select t.e, t.n from jsonb_array_elements(private.public_events(o.id)) with ordinality as t (e, n)
      where t.e ->> 'type' <> 'refunded' order by t.n desc limit 3) l),
    'photos', private.shown_photos(o.id))
  from public.grading_orders o
  left join public.order_admin a on a.order_id = o.id
  left join public.profiles p on p.user_id = a.received_by
  -- It is the customer's proof of what we had, most of all once the money went back.
  where o.id = p_order_id and o.paid_at is not null and o.payment_status in ('paid', 'canceled')
    and o.received_at is not null and o.received_count is not null
$$;
comment on function public.get_custody_receipt(uuid) is
  'What we say to have taken in: {id, batch_id, num_cards, arrived_at, received_at, received_count, package_condition, promised_from, promised_to, receiver (a first name, or null),
   payment_status, fulfillment_status, submission_status, is_lost, delayed_until, events (the last three that the customer reads, without messages and money), photos}; null before the cards are counted, and without a payment. The server asks only for who has shown that they may see the order.';

create function public.list_due_photos(
  p_limit integer default 200, p_after_due timestamptz default null, p_after_id uuid default null, p_now timestamptz default now()
) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'path', d.path, 'due_at', d.due_at) order by d.due_at, d.id), '[]')
  from (
    select p.id, p.path, p.due_at from public.order_photos p
    where p.due_at <= p_now and (p.due_at, p.id) > (coalesce(p_after_due, '-infinity'),
      coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
    order by p.due_at, p.id limit least(greatest(p_limit, 0), 1000)
  ) d
$$;
comment on function public.list_due_photos(integer, timestamptz, uuid, timestamptz) is
  'Photographs to be deleted, the longest due first, from behind one of them: [{id, path, due_at}].';

create function public.delete_photo(p_photo_id uuid) returns void
language sql set search_path = ''
as $$ delete from public.order_photos p where p.id = p_photo_id $$;
comment on function public.delete_photo(uuid) is 'Deletes a photograph whose files are gone.';

create function public.postpone_photo(p_photo_id uuid, p_now timestamptz default now()) returns void
language sql set search_path = ''
as $$
  update public.order_photos p set failed_deletions = p.failed_deletions + 1,
    due_at = p_now + least(power(2, least(p.failed_deletions, 6)), 60) * interval '1 minute'
  where p.id = p_photo_id and p.due_at <= p_now
$$;
comment on function public.postpone_photo(uuid, timestamptz) is
  'A photograph whose files could not be deleted is due again in 1, 2, 4 … at most 60 minutes, so that it goes behind the others.';

create function public.claim_stuck_photos(p_with_mail boolean, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  v_ids := array(select p.id from public.order_photos p where p.failed_deletions >= 12 and p.told_at is null
    order by p.id limit 1000 for update skip locked);
  if v_ids = '{}' then
    return '[]';
  end if;
  if p_with_mail then
    -- A storage that is away for long is one mail a day, not one for each photograph.
    insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
    select 'stuck_photos:' || (p_now at time zone 'utc')::date, 'stuck_photos',
      jsonb_build_object('count', cardinality(v_ids), 'path', p.path), p_now, p_now
    from public.order_photos p where p.id = v_ids[1]
    on conflict (dedupe_key) do nothing;
    if not found then
      return '[]';
    end if;
  end if;
  update public.order_photos p set told_at = p_now where p.id = any (v_ids);
  return (select jsonb_agg(jsonb_build_object('id', p.id, 'path', p.path) order by p.id)
    from public.order_photos p where p.id = any (v_ids));
end $$;
comment on function public.claim_stuck_photos(boolean, timestamptz) is
  'Photographs whose files could not be deleted twelve times, for some six hours, and of which nobody was told yet, each once and
   to one caller: [{id, path}]. p_with_mail writes one mail about them in the same step; after one of that day (UTC) they wait
   for the next day''s.';

create function public.list_stray_photos(
  p_after text default null, p_limit integer default 5000, p_now timestamptz default now()
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if to_regclass('storage.objects') is null then
    return jsonb_build_object('names', '[]'::jsonb, 'place', null);
  end if;
  return (
    with looked as materialized (
      select o.name, o.created_at from storage.objects o
      where o.bucket_id = 'order-photos' and o.name > coalesce(p_after, '')
      order by o.name limit p_limit
    )
    select jsonb_build_object(
      'names', (select coalesce(jsonb_agg(l.name order by l.name), '[]') from looked l
        where l.created_at < p_now - interval '1 hour'
          and not exists (select from public.order_photos p where p.path = regexp_replace(l.name, '/[^/]*$', ''))),
      'place', case when (select count(*) from looked) = p_limit then (select max(l.name) from looked l) end));
end $$;
comment on function public.list_stray_photos(text, integer, timestamptz) is
  'Files of the bucket that no photograph knows of, among so many from behind a name: {names, place (where to go on; null: that
   was all)}. One that is younger than an hour is left alone.';
