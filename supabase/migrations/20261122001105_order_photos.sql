-- Photos of packages and cards, taken at the desk and kept in a private bucket until 180 days after delivery.

create table public.order_photos (
  id uuid primary key default gen_random_uuid(),
  order_id uuid references public.grading_orders (id),
  package_id uuid references public.packages (id) on delete set null,
  kind text not null check (kind in ('package', 'opened', 'count', 'card')),
  path text not null unique,
  public boolean not null,
  taken_by uuid references auth.users (id) on delete set null,
  taken_at timestamptz not null default now(),
  stored_at timestamptz,
  removed_at timestamptz,
  due_at timestamptz,
  failed_deletions integer not null default 0 check (failed_deletions >= 0),
  notified_at timestamptz,
  check (order_id is null or package_id is null)
);
comment on table public.order_photos is
  'Photos of an order, or of a package until it is matched. The row is created before its files and deleted after them, so that no
   file is lost track of.';
comment on column public.order_photos.path is 'Folder in the bucket with full.jpg and small.jpg.';
comment on column public.order_photos.stored_at is 'When its files were stored. Shown from then on.';
comment on column public.order_photos.due_at is
  'When the job deletes it (private.maintain_photo_due), or retries a failed deletion.';
create index order_photos_of_order on public.order_photos (order_id, taken_at) where order_id is not null;
create index order_photos_of_package on public.order_photos (package_id, taken_at) where package_id is not null;
create index order_photos_taken_by on public.order_photos (taken_by) where taken_by is not null;
create index order_photos_due on public.order_photos (due_at, id) where due_at is not null;
create index order_photos_stuck on public.order_photos (id) where failed_deletions >= 12 and notified_at is null;

-- The schema is missing until the storage service has started. npm run doctor reports that.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values ('order-photos', 'order-photos', false, 5242880, array['image/jpeg'])
    on conflict (id) do nothing;
  end if;
end $$;

alter table public.order_photos enable row level security;

create function private.maintain_photo_due() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.due_at := case
    when new.removed_at is not null then new.removed_at
    when new.stored_at is null then new.taken_at + interval '1 hour'
    when new.order_id is null and new.package_id is null then now()
    else (
      select coalesce((select max(e.occurred_at) from public.order_events e
          where e.order_id = o.id and e.type = 'submission_status' and e.to_value = o.submission_status), now())
        + case o.submission_status when 'delivered' then interval '180 days' else interval '1 year' end
      from public.grading_orders o
      where o.id = coalesce(new.order_id, (select k.order_id from public.packages k where k.id = new.package_id))
        and o.submission_status in ('completed', 'delivered')
        and not exists (select from public.order_admin a where a.order_id = o.id and a.problem_since is not null)) end;
  return new;
end $$;
comment on function private.maintain_photo_due() is
  'Keeps a photo for 180 days after delivery, or for a year after the return shipment without a delivery. Never due while a problem
   is open.';

create trigger maintain_photo_due before insert or update of order_id, package_id, stored_at, removed_at on public.order_photos
  for each row execute function private.maintain_photo_due();

create function private.retain_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_row jsonb := to_jsonb(new);
  v_id uuid := coalesce(v_row ->> 'id', v_row ->> 'order_id');
begin
  update public.order_photos p set stored_at = p.stored_at
  where p.stored_at is not null and p.removed_at is null
    and (p.order_id = v_id or p.package_id = v_id
      or p.package_id = any (array(select k.id from public.packages k where k.order_id = v_id)));
  return null;
end $$;

create trigger retain_photos after update of submission_status on public.grading_orders
  for each row when (old.submission_status <> new.submission_status
    and array[old.submission_status, new.submission_status] && array['completed', 'delivered'])
  execute function private.retain_photos();

create trigger retain_photos after insert or update of problem_since on public.order_admin
  for each row execute function private.retain_photos();

create trigger retain_photos after update of order_id on public.packages
  for each row when (old.order_id is distinct from new.order_id) execute function private.retain_photos();

create function private.photo_slots_left(p_order_id uuid, p_package_id uuid) returns integer
language sql stable set search_path = ''
as $$
  select 6 * greatest(1, (
      select count(*) from public.order_events e
      where e.order_id = p_order_id and e.type = 'box_counted' and not private.is_undone(e))
    + (select count(a.box_counts) from public.order_admin a where a.order_id = p_order_id))::integer
  - (select count(*) from public.order_photos p
    where (p.order_id = p_order_id or p_order_id is null and p.package_id = p_package_id) and p.removed_at is null
      and (p.stored_at is not null or p.taken_at > now() - interval '10 minutes'))::integer
$$;
comment on function private.photo_slots_left(uuid, uuid) is
  'Returns how many photos can be added: six per package, including those being stored.';

create function private.shown_photos(p_order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'taken_at', p.taken_at)
    order by p.taken_at, p.id), '[]')
  from public.order_photos p
  where p.public and p.stored_at is not null and p.removed_at is null
    and (p.order_id = p_order_id
      or p.package_id = any (array(select k.id from public.packages k where k.order_id = p_order_id)))
$$;
comment on function private.shown_photos(uuid) is
  'Returns the photos of an order and its matched packages that the customer sees, oldest first: [{id, kind, taken_at}].';

create function public.staff_list_photos(p_order_id uuid default null, p_package_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  return jsonb_build_object('slots_left', private.photo_slots_left(p_order_id, p_package_id), 'photos', (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'taken_at', p.taken_at, 'public', p.public,
      'taken_by', private.email_of(p.taken_by)) order by p.taken_at, p.id), '[]')
    from public.order_photos p
    where p.stored_at is not null and p.removed_at is null
      and (p.order_id = p_order_id
        or p.package_id = any (case when p_order_id is null then array[p_package_id]
          else array(select k.id from public.packages k where k.order_id = p_order_id) end))));
end $$;
comment on function public.staff_list_photos(uuid, uuid) is
  '@callers authenticated
   Returns the photos of an order, or of a package without one, oldest first: {slots_left (how many can be added), photos: [{id, kind,
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
    return jsonb_build_object('outcome', case when p_order_id is null then 'package_not_found' else 'order_not_found' end);
  elsif private.photo_slots_left(p_order_id, p_package_id) < 1 then
    return jsonb_build_object('outcome', 'photos_full');
  end if;
  insert into public.order_photos (id, order_id, package_id, kind, path, public, taken_by)
  values (v_id, p_order_id, case when p_order_id is null then p_package_id end, p_kind, v_path, p_is_public, p_actor);
  return jsonb_build_object('outcome', 'begun', 'id', v_id, 'path', v_path);
end $$;
comment on function public.staff_begin_photo(uuid, text, boolean, uuid, uuid) is
  'Adds a photo whose files will be stored next. Returns {outcome: begun | photos_full | order_not_found | package_not_found, id?,
   path?}.';

create function public.staff_change_photo(p_actor uuid, p_photo_id uuid, p_change text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_photo public.order_photos;
  v_order_id uuid;
  v_outcome text;
begin
  perform private.require_actor(p_actor);
  -- Lock order: the order first.
  select o.id into v_order_id
  from public.order_photos p
  left join public.packages k on k.id = p.package_id
  join public.grading_orders o on o.id = coalesce(p.order_id, k.order_id)
  where p.id = p_photo_id for update of o;
  select * into v_photo from public.order_photos p where p.id = p_photo_id for update;
  v_outcome := case
    when v_photo.removed_at is not null and p_change = 'remove' then 'already_removed'
    when v_photo.id is null or v_photo.removed_at is not null then 'photo_not_found'
    when v_photo.stored_at is null and p_change in ('show', 'hide', 'remove') then 'photo_not_found'
    when v_photo.stored_at is not null and p_change in ('finish', 'drop') then 'unchanged'
    when v_photo.public and p_change = 'show' or not v_photo.public and p_change = 'hide' then 'unchanged'
    else 'changed' end;
  if v_outcome = 'changed' then
    update public.order_photos p set
      stored_at = case when p_change = 'finish' then now() else p.stored_at end,
      removed_at = case when p_change in ('drop', 'remove') then now() end,
      public = case p_change when 'show' then true when 'hide' then false else p.public end
    where p.id = p_photo_id;
    if v_order_id is not null and p_change <> 'drop' then
      perform private.add_order_event(v_order_id,
        case when p_change in ('show', 'hide') then 'photo_shown' else 'photo' end,
        case p_change when 'show' then 'false' when 'hide' then 'true' when 'remove' then v_photo.kind end,
        case p_change when 'show' then 'true' when 'hide' then 'false' when 'finish' then v_photo.kind end, false,
        private.change_context('staff', p_actor, null, jsonb_build_object('photo_id', p_photo_id)));
    end if;
  end if;
  return jsonb_build_object('outcome', v_outcome, 'photo', jsonb_build_object('id', v_photo.id, 'kind', v_photo.kind,
    'taken_at', v_photo.taken_at, 'public', v_photo.public, 'taken_by', private.email_of(v_photo.taken_by)));
end $$;
comment on function public.staff_change_photo(uuid, uuid, text) is
  'Changes a photo: finish (its files are stored) | drop (they couldn''t be) | show | hide (from the customer) | remove (the job
   deletes the files). Returns {outcome: changed | unchanged | already_removed | photo_not_found, photo (before)}.';

create function public.get_photo(p_photo_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me uuid := private.require_user();
begin
  return (select jsonb_build_object('path', p.path) from public.order_photos p
    where p.id = p_photo_id and p.stored_at is not null and p.removed_at is null
      and (private.staff_role() is not null or p.public and exists (select from public.grading_orders o
        where o.user_id = v_me
          and o.id = coalesce(p.order_id, (select k.order_id from public.packages k where k.id = p.package_id)))));
end $$;
comment on function public.get_photo(uuid) is
  '@callers authenticated
   Returns {path} of a photo that the caller may see (staff all, owners those shown to them), else null.';

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
  'Returns {path} of a photo shown to customers, for a signed link (p_order_id), the guest''s cookie or a tracking link; else
   null.';

create function public.get_custody_receipt(p_order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', o.id, 'batch_id', o.batch_id, 'title', o.title, 'submitted_at', o.submitted_at, 'num_cards', o.num_cards, 'arrived_at', o.arrived_at, 'received_at', o.received_at, 'received_count', o.received_count,
    'package_condition', o.package_condition, 'promised_from', o.promised_from, 'promised_to', o.promised_to,
    'receiver', nullif(split_part(btrim(p.full_name), ' ', 1), ''),
    'payment_status', o.payment_status, 'fulfillment_status', o.fulfillment_status, 'delayed_until', o.delayed_until,
    'photos', private.shown_photos(o.id))
  from public.grading_orders o
  left join public.order_admin a on a.order_id = o.id
  left join public.profiles p on p.user_id = a.received_by
  -- The customer's proof, also after a refund.
  where o.id = p_order_id and o.paid_at is not null and o.payment_status in ('paid', 'canceled')
    and o.received_at is not null and o.received_count is not null
$$;
comment on function public.get_custody_receipt(uuid) is
  'Returns what we counted of an order: {id, batch_id, title, submitted_at, num_cards, arrived_at, received_at, received_count,
   package_condition, promised_from, promised_to, receiver (first name or null), payment_status, fulfillment_status, delayed_until,
   photos}; null before the count or a payment. The server checks access.';

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
  'Returns photos to delete, longest due first, after one of them: [{id, path, due_at}].';

create function public.finish_photo_deletion(
  p_photo_id uuid, p_is_deleted boolean, p_now timestamptz default now()
) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_is_deleted then
    delete from public.order_photos p where p.id = p_photo_id;
  else
    update public.order_photos p set failed_deletions = p.failed_deletions + 1,
      due_at = p_now + least(power(2, least(p.failed_deletions, 6)), 60) * interval '1 minute'
    where p.id = p_photo_id and p.due_at <= p_now;
  end if;
end $$;
comment on function public.finish_photo_deletion(uuid, boolean, timestamptz) is
  'Deletes a photo whose files are gone. After a failure it is due again in 1, 2, 4 … up to 60 minutes.';

create function public.claim_stuck_photos(p_with_mail boolean, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  v_ids := array(select p.id from public.order_photos p where p.failed_deletions >= 12 and p.notified_at is null
    order by p.id limit 1000 for update skip locked);
  if v_ids = '{}' then
    return '[]';
  end if;
  if p_with_mail then
    -- One email a day during an outage.
    insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
    select 'stuck_photos:' || (p_now at time zone 'utc')::date, 'stuck_photos',
      jsonb_build_object('count', cardinality(v_ids), 'path', p.path), p_now, p_now
    from public.order_photos p where p.id = v_ids[1]
    on conflict (dedupe_key) do nothing;
    if not found then
      return '[]';
    end if;
  end if;
  update public.order_photos p set notified_at = p_now where p.id = any (v_ids);
  return (select jsonb_agg(jsonb_build_object('id', p.id, 'path', p.path) order by p.id)
    from public.order_photos p where p.id = any (v_ids));
end $$;
comment on function public.claim_stuck_photos(boolean, timestamptz) is
  'Returns photos whose files couldn''t be deleted twelve times (about six hours), each once: [{id, path}]. p_with_mail also queues
   an email to staff, at most one per UTC day; later photos wait for the next day.';

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
  'Returns files in the bucket without a photo, older than an hour, after a name: {names, place (continue there; null: done)}.';
