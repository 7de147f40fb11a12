-- Writes about accounts: profile, linking of guest orders, binding of staff.

create function public.upsert_profile(p_user_id uuid, p_profile jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_profile public.profiles;
begin
  p_profile := private.unwrapped(p_profile);
  if jsonb_typeof(p_profile) is distinct from 'object' then
    raise exception 'a profile is an object' using errcode = 'invalid_parameter_value';
  end if;
  -- Fields that are not named stay; an empty text clears. Whatever else the object holds is not looked at.
  insert into public.profiles (user_id) values (p_user_id) on conflict (user_id) do nothing;
  update public.profiles p set
    full_name = case when p_profile ? 'full_name' then nullif(trim(p_profile ->> 'full_name'), '') else p.full_name end,
    phone = case when p_profile ? 'phone' then nullif(trim(p_profile ->> 'phone'), '') else p.phone end,
    address_line1 = case when p_profile ? 'address_line1'
      then nullif(trim(p_profile ->> 'address_line1'), '') else p.address_line1 end,
    address_line2 = case when p_profile ? 'address_line2'
      then nullif(trim(p_profile ->> 'address_line2'), '') else p.address_line2 end,
    city = case when p_profile ? 'city' then nullif(trim(p_profile ->> 'city'), '') else p.city end,
    state = case when p_profile ? 'state' then nullif(trim(p_profile ->> 'state'), '') else p.state end,
    postal_code = case when p_profile ? 'postal_code'
      then nullif(trim(p_profile ->> 'postal_code'), '') else p.postal_code end,
    country = coalesce(nullif(trim(p_profile ->> 'country'), ''), p.country),
    updated_at = now()
  where p.user_id = p_user_id
  returning * into v_profile;
  return to_jsonb(v_profile)
    || jsonb_build_object('email', (select u.email from auth.users u where u.id = p_user_id));
end $$;
comment on function public.upsert_profile(uuid, jsonb) is
  'Saves full_name, phone, address_line1, address_line2, city, state, postal_code, country; gives the row with the
   account''s e-mail.';

create function public.link_guest_orders(p_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_linked integer;
begin
  perform private.set_actor('customer', p_user_id);
  -- ASCII folding only: other alphabets have letters that fold onto a stranger''s address. The update locks each
  -- row and looks at user_id again, so of several callers one gets it.
  update public.grading_orders o set user_id = u.id, user_email = u.email
  from auth.users u
  where u.id = p_user_id and u.email_confirmed_at is not null and u.email <> ''
    and o.user_id is null and o.payment_status = 'paid'
    and lower(o.guest_email collate "C") = lower(u.email::text collate "C");
  get diagnostics v_linked = row_count;
  return v_linked;
end $$;
comment on function public.link_guest_orders(uuid) is
  'Gives the paid orders of a confirmed address to its account; the number linked now. That the auth service really
   checks addresses is the caller''s to know.';

create function public.bind_staff(p_email text, p_role text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user record;
  v_role text;
begin
  if p_role is null or p_role not in ('owner', 'staff') then
    return jsonb_build_object('bound', false, 'reason', 'unknown_role');
  end if;
  select u.id, u.email::text as email, u.email_confirmed_at, count(*) over () as hits into v_user
  from auth.users u
  where lower(u.email::text collate "C") = lower(trim(p_email) collate "C");
  if v_user.id is null then
    return jsonb_build_object('bound', false, 'reason', 'no_account');
  elsif v_user.hits > 1 then
    return jsonb_build_object('bound', false, 'reason', 'ambiguous');
  elsif v_user.email_confirmed_at is null then
    return jsonb_build_object('bound', false, 'reason', 'not_confirmed');
  end if;

  perform pg_advisory_xact_lock(hashtextextended('bind_staff/' || v_user.id, 0));
  select s.role into v_role from public.staff s where s.user_id = v_user.id;
  if v_role = p_role then
    return jsonb_build_object('bound', true, 'reason', 'already_bound', 'user_id', v_user.id);
  end if;
  insert into public.staff (user_id, role) values (v_user.id, p_role)
  on conflict (user_id) do update set role = excluded.role;
  insert into public.staff_events (staff_user_id, email, action)
  values (v_user.id, v_user.email, case when v_role is null then 'added' else 'role_changed' end);
  return jsonb_build_object('bound', true, 'reason', case when v_role is null then 'added' else 'role_changed' end,
    'user_id', v_user.id);
end $$;
comment on function public.bind_staff(text, text) is
  '{bound, reason, user_id?}; reason: added | role_changed | already_bound | no_account | not_confirmed | ambiguous |
   unknown_role. Nobody becomes staff by registering an address: the account must be there and confirmed.';
