-- The calendar by which everything is counted that is promised in business days: Monday to Friday without the federal holidays
-- of the United States, in the time zone of the business. Days are whole days there, whatever the clock of who asks says.

-- Tables

create table public.holidays (
  day date primary key,
  name text not null check (char_length(name) between 1 and 100)
);
comment on table public.holidays is
  'On which days the business rests, besides weekends: where a holiday is observed. Written by UPDATE_HOLIDAYS=1 npm test -- unit
   sandbox/project, of the library that sandbox/calendar.ts names; a test compares.';

insert into public.holidays (day, name) values
  ('2024-01-01', 'New Year''s Day'),
  ('2024-01-15', 'Birthday of Martin Luther King, Jr.'),
  ('2024-02-19', 'Washington''s Birthday'),
  ('2024-05-27', 'Memorial Day'),
  ('2024-06-19', 'Juneteenth National Independence Day'),
  ('2024-07-04', 'Independence Day'),
  ('2024-09-02', 'Labor Day'),
  ('2024-10-14', 'Columbus Day'),
  ('2024-11-11', 'Veterans Day'),
  ('2024-11-28', 'Thanksgiving Day'),
  ('2024-12-25', 'Christmas Day'),
  ('2025-01-01', 'New Year''s Day'),
  ('2025-01-20', 'Birthday of Martin Luther King, Jr.'),
  ('2025-02-17', 'Washington''s Birthday'),
  ('2025-05-26', 'Memorial Day'),
  ('2025-06-19', 'Juneteenth National Independence Day'),
  ('2025-07-04', 'Independence Day'),
  ('2025-09-01', 'Labor Day'),
  ('2025-10-13', 'Columbus Day'),
  ('2025-11-11', 'Veterans Day'),
  ('2025-11-27', 'Thanksgiving Day'),
  ('2025-12-25', 'Christmas Day'),
  ('2026-01-01', 'New Year''s Day'),
  ('2026-01-19', 'Birthday of Martin Luther King, Jr.'),
  ('2026-02-16', 'Washington''s Birthday'),
  ('2026-05-25', 'Memorial Day'),
  ('2026-06-19', 'Juneteenth National Independence Day'),
  ('2026-07-03', 'Independence Day'),
  ('2026-09-07', 'Labor Day'),
  ('2026-10-12', 'Columbus Day'),
  ('2026-11-11', 'Veterans Day'),
  ('2026-11-26', 'Thanksgiving Day'),
  ('2026-12-25', 'Christmas Day'),
  ('2027-01-01', 'New Year''s Day'),
  ('2027-01-18', 'Birthday of Martin Luther King, Jr.'),
  ('2027-02-15', 'Washington''s Birthday'),
  ('2027-05-31', 'Memorial Day'),
  ('2027-06-18', 'Juneteenth National Independence Day'),
  ('2027-07-05', 'Independence Day'),
  ('2027-09-06', 'Labor Day'),
  ('2027-10-11', 'Columbus Day'),
  ('2027-11-11', 'Veterans Day'),
  ('2027-11-25', 'Thanksgiving Day'),
  ('2027-12-24', 'Christmas Day'),
  ('2027-12-31', 'New Year''s Day'),
  ('2028-01-17', 'Birthday of Martin Luther King, Jr.'),
  ('2028-02-21', 'Washington''s Birthday'),
  ('2028-05-29', 'Memorial Day'),
  ('2028-06-19', 'Juneteenth National Independence Day'),
  ('2028-07-04', 'Independence Day'),
  ('2028-09-04', 'Labor Day'),
  ('2028-10-09', 'Columbus Day'),
  ('2028-11-10', 'Veterans Day'),
  ('2028-11-23', 'Thanksgiving Day'),
  ('2028-12-25', 'Christmas Day'),
  ('2029-01-01', 'New Year''s Day'),
  ('2029-01-15', 'Birthday of Martin Luther King, Jr.'),
  ('2029-02-19', 'Washington''s Birthday'),
  ('2029-05-28', 'Memorial Day'),
  ('2029-06-19', 'Juneteenth National Independence Day'),
  ('2029-07-04', 'Independence Day'),
  ('2029-09-03', 'Labor Day'),
  ('2029-10-08', 'Columbus Day'),
  ('2029-11-12', 'Veterans Day'),
  ('2029-11-22', 'Thanksgiving Day'),
  ('2029-12-25', 'Christmas Day'),
  ('2030-01-01', 'New Year''s Day'),
  ('2030-01-21', 'Birthday of Martin Luther King, Jr.'),
  ('2030-02-18', 'Washington''s Birthday'),
  ('2030-05-27', 'Memorial Day'),
  ('2030-06-19', 'Juneteenth National Independence Day'),
  ('2030-07-04', 'Independence Day'),
  ('2030-09-02', 'Labor Day'),
  ('2030-10-14', 'Columbus Day'),
  ('2030-11-11', 'Veterans Day'),
  ('2030-11-28', 'Thanksgiving Day'),
  ('2030-12-25', 'Christmas Day'),
  ('2031-01-01', 'New Year''s Day'),
  ('2031-01-20', 'Birthday of Martin Luther King, Jr.'),
  ('2031-02-17', 'Washington''s Birthday'),
  ('2031-05-26', 'Memorial Day'),
  ('2031-06-19', 'Juneteenth National Independence Day'),
  ('2031-07-04', 'Independence Day'),
  ('2031-09-01', 'Labor Day'),
  ('2031-10-13', 'Columbus Day'),
  ('2031-11-11', 'Veterans Day'),
  ('2031-11-27', 'Thanksgiving Day'),
  ('2031-12-25', 'Christmas Day'),
  ('2032-01-01', 'New Year''s Day'),
  ('2032-01-19', 'Birthday of Martin Luther King, Jr.'),
  ('2032-02-16', 'Washington''s Birthday'),
  ('2032-05-31', 'Memorial Day'),
  ('2032-06-18', 'Juneteenth National Independence Day'),
  ('2032-07-05', 'Independence Day'),
  ('2032-09-06', 'Labor Day'),
  ('2032-10-11', 'Columbus Day'),
  ('2032-11-11', 'Veterans Day'),
  ('2032-11-25', 'Thanksgiving Day'),
  ('2032-12-24', 'Christmas Day'),
  ('2032-12-31', 'New Year''s Day'),
  ('2033-01-17', 'Birthday of Martin Luther King, Jr.'),
  ('2033-02-21', 'Washington''s Birthday'),
  ('2033-05-30', 'Memorial Day'),
  ('2033-06-20', 'Juneteenth National Independence Day'),
  ('2033-07-04', 'Independence Day'),
  ('2033-09-05', 'Labor Day'),
  ('2033-10-10', 'Columbus Day'),
  ('2033-11-11', 'Veterans Day'),
  ('2033-11-24', 'Thanksgiving Day'),
  ('2033-12-26', 'Christmas Day'),
  ('2034-01-02', 'New Year''s Day'),
  ('2034-01-16', 'Birthday of Martin Luther King, Jr.'),
  ('2034-02-20', 'Washington''s Birthday'),
  ('2034-05-29', 'Memorial Day'),
  ('2034-06-19', 'Juneteenth National Independence Day'),
  ('2034-07-04', 'Independence Day'),
  ('2034-09-04', 'Labor Day'),
  ('2034-10-09', 'Columbus Day'),
  ('2034-11-10', 'Veterans Day'),
  ('2034-11-23', 'Thanksgiving Day'),
  ('2034-12-25', 'Christmas Day'),
  ('2035-01-01', 'New Year''s Day'),
  ('2035-01-15', 'Birthday of Martin Luther King, Jr.'),
  ('2035-02-19', 'Washington''s Birthday'),
  ('2035-05-28', 'Memorial Day'),
  ('2035-06-19', 'Juneteenth National Independence Day'),
  ('2035-07-04', 'Independence Day'),
  ('2035-09-03', 'Labor Day'),
  ('2035-10-08', 'Columbus Day'),
  ('2035-11-12', 'Veterans Day'),
  ('2035-11-22', 'Thanksgiving Day'),
  ('2035-12-25', 'Christmas Day'),
  ('2036-01-01', 'New Year''s Day'),
  ('2036-01-21', 'Birthday of Martin Luther King, Jr.'),
  ('2036-02-18', 'Washington''s Birthday'),
  ('2036-05-26', 'Memorial Day'),
  ('2036-06-19', 'Juneteenth National Independence Day'),
  ('2036-07-04', 'Independence Day'),
  ('2036-09-01', 'Labor Day'),
  ('2036-10-13', 'Columbus Day'),
  ('2036-11-11', 'Veterans Day'),
  ('2036-11-27', 'Thanksgiving Day'),
  ('2036-12-25', 'Christmas Day'),
  ('2037-01-01', 'New Year''s Day'),
  ('2037-01-19', 'Birthday of Martin Luther King, Jr.'),
  ('2037-02-16', 'Washington''s Birthday'),
  ('2037-05-25', 'Memorial Day'),
  ('2037-06-19', 'Juneteenth National Independence Day'),
  ('2037-07-03', 'Independence Day'),
  ('2037-09-07', 'Labor Day'),
  ('2037-10-12', 'Columbus Day'),
  ('2037-11-11', 'Veterans Day'),
  ('2037-11-26', 'Thanksgiving Day'),
  ('2037-12-25', 'Christmas Day'),
  ('2038-01-01', 'New Year''s Day'),
  ('2038-01-18', 'Birthday of Martin Luther King, Jr.'),
  ('2038-02-15', 'Washington''s Birthday'),
  ('2038-05-31', 'Memorial Day'),
  ('2038-06-18', 'Juneteenth National Independence Day'),
  ('2038-07-05', 'Independence Day'),
  ('2038-09-06', 'Labor Day'),
  ('2038-10-11', 'Columbus Day'),
  ('2038-11-11', 'Veterans Day'),
  ('2038-11-25', 'Thanksgiving Day'),
  ('2038-12-24', 'Christmas Day'),
  ('2038-12-31', 'New Year''s Day'),
  ('2039-01-17', 'Birthday of Martin Luther King, Jr.'),
  ('2039-02-21', 'Washington''s Birthday'),
  ('2039-05-30', 'Memorial Day'),
  ('2039-06-20', 'Juneteenth National Independence Day'),
  ('2039-07-04', 'Independence Day'),
  ('2039-09-05', 'Labor Day'),
  ('2039-10-10', 'Columbus Day'),
  ('2039-11-11', 'Veterans Day'),
  ('2039-11-24', 'Thanksgiving Day'),
  ('2039-12-26', 'Christmas Day'),
  ('2040-01-02', 'New Year''s Day'),
  ('2040-01-16', 'Birthday of Martin Luther King, Jr.'),
  ('2040-02-20', 'Washington''s Birthday'),
  ('2040-05-28', 'Memorial Day'),
  ('2040-06-19', 'Juneteenth National Independence Day'),
  ('2040-07-04', 'Independence Day'),
  ('2040-09-03', 'Labor Day'),
  ('2040-10-08', 'Columbus Day'),
  ('2040-11-12', 'Veterans Day'),
  ('2040-11-22', 'Thanksgiving Day'),
  ('2040-12-25', 'Christmas Day'),
  ('2041-01-01', 'New Year''s Day'),
  ('2041-01-21', 'Birthday of Martin Luther King, Jr.'),
  ('2041-02-18', 'Washington''s Birthday'),
  ('2041-05-27', 'Memorial Day'),
  ('2041-06-19', 'Juneteenth National Independence Day'),
  ('2041-07-04', 'Independence Day'),
  ('2041-09-02', 'Labor Day'),
  ('2041-10-14', 'Columbus Day'),
  ('2041-11-11', 'Veterans Day'),
  ('2041-11-28', 'Thanksgiving Day'),
  ('2041-12-25', 'Christmas Day'),
  ('2042-01-01', 'New Year''s Day'),
  ('2042-01-20', 'Birthday of Martin Luther King, Jr.'),
  ('2042-02-17', 'Washington''s Birthday'),
  ('2042-05-26', 'Memorial Day'),
  ('2042-06-19', 'Juneteenth National Independence Day'),
  ('2042-07-04', 'Independence Day'),
  ('2042-09-01', 'Labor Day'),
  ('2042-10-13', 'Columbus Day'),
  ('2042-11-11', 'Veterans Day'),
  ('2042-11-27', 'Thanksgiving Day'),
  ('2042-12-25', 'Christmas Day'),
  ('2043-01-01', 'New Year''s Day'),
  ('2043-01-19', 'Birthday of Martin Luther King, Jr.'),
  ('2043-02-16', 'Washington''s Birthday'),
  ('2043-05-25', 'Memorial Day'),
  ('2043-06-19', 'Juneteenth National Independence Day'),
  ('2043-07-03', 'Independence Day'),
  ('2043-09-07', 'Labor Day'),
  ('2043-10-12', 'Columbus Day'),
  ('2043-11-11', 'Veterans Day'),
  ('2043-11-26', 'Thanksgiving Day'),
  ('2043-12-25', 'Christmas Day'),
  ('2044-01-01', 'New Year''s Day'),
  ('2044-01-18', 'Birthday of Martin Luther King, Jr.'),
  ('2044-02-15', 'Washington''s Birthday'),
  ('2044-05-30', 'Memorial Day'),
  ('2044-06-20', 'Juneteenth National Independence Day'),
  ('2044-07-04', 'Independence Day'),
  ('2044-09-05', 'Labor Day'),
  ('2044-10-10', 'Columbus Day'),
  ('2044-11-11', 'Veterans Day'),
  ('2044-11-24', 'Thanksgiving Day'),
  ('2044-12-26', 'Christmas Day'),
  ('2045-01-02', 'New Year''s Day'),
  ('2045-01-16', 'Birthday of Martin Luther King, Jr.'),
  ('2045-02-20', 'Washington''s Birthday'),
  ('2045-05-29', 'Memorial Day'),
  ('2045-06-19', 'Juneteenth National Independence Day'),
  ('2045-07-04', 'Independence Day'),
  ('2045-09-04', 'Labor Day'),
  ('2045-10-09', 'Columbus Day'),
  ('2045-11-10', 'Veterans Day'),
  ('2045-11-23', 'Thanksgiving Day'),
  ('2045-12-25', 'Christmas Day');

-- Row-level security

alter table public.holidays enable row level security;

-- Private functions

create function private.business_time_zone() returns text
language sql immutable set search_path = ''
as $$ select 'America/New_York' $$;
comment on function private.business_time_zone() is
  'Where a day of the business begins. lib/base/business-date.ts says the same; a test compares them.';

create function private.business_date(p_at timestamptz) returns date
language sql immutable set search_path = ''
as $$ select (p_at at time zone private.business_time_zone())::date $$;
comment on function private.business_date(timestamptz) is 'Which day a moment lies in, where the business is.';

create function private.business_date_after(p_day date, p_days integer) returns date
language plpgsql stable set search_path = ''
as $$
begin
  -- Of two weeks and some days a third at most is no business day.
  return (select d.day from (select p_day + n as day from generate_series(1, p_days * 2 + 14) n) d
  where extract(isodow from d.day) < 6 and not exists (select from public.holidays h where h.day = d.day)
  order by d.day offset greatest(p_days, 1) - 1 limit 1);
end $$;
comment on function private.business_date_after(date, integer) is
  'The business day that is the p_days-th (from 1) after a day. A weekend or holiday counts like the business day before it.
   Null: of null.';

create function private.business_days_before(p_at timestamptz, p_days integer) returns timestamptz
language sql stable set search_path = ''
as $$
  select (d.day + l.at::time) at time zone private.business_time_zone()
  from (select p_at at time zone private.business_time_zone() as at) l
  cross join lateral (select l.at::date - n as day from generate_series(0, p_days * 2 + 14) n) d
  where extract(isodow from d.day) < 6 and not exists (select from public.holidays h where h.day = d.day)
  order by d.day desc offset greatest(p_days, 0) limit 1
$$;
comment on function private.business_days_before(timestamptz, integer) is
  'The same time of day, so many business days earlier. A weekend or holiday counts like the business day before it.';

create function private.business_days_between(p_from timestamptz, p_until timestamptz) returns integer
language sql stable set search_path = ''
as $$
  select count(*)::integer
  from (select private.business_date(p_from) as day, private.business_date(p_until) as until) s,
    lateral (select s.day + n as day from generate_series(1, s.until - s.day) n) d
  where extract(isodow from d.day) < 6 and not exists (select from public.holidays h where h.day = d.day)
$$;
comment on function private.business_days_between(timestamptz, timestamptz) is
  'How many business days have begun since the day of one moment, up to that of another: none on the same day. What is promised
   for the 15th business day is kept by 15.';
