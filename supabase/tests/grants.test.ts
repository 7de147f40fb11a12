import {
  connect,
  lockGrants,
  type Sql,
  type Transaction,
  undone,
} from "../../sandbox/builders/test-database";

const sql = connect();

/** Functions that people may call with their own token. All others are for the server, or for triggers alone. */
const forPeople = [
  "private.active_subscription",
  "private.is_owner",
  "private.is_staff",
  "private.list_cursor",
  "private.order_for_person",
  "private.public_events",
  "private.require_staff",
  "private.require_user",
  "private.staff_role",
  "private.tracking_link_as_json",
  "public.get_dashboard",
  "public.get_membership_overview",
  "public.get_my_order",
  "public.get_order_to_print",
  "public.get_session_context",
  "public.get_submit_page",
  "public.staff_get_order_page",
  "public.staff_list_orders",
  "public.staff_list_people",
  "public.staff_receiving_desk",
  "public.staff_reconciliation",
  "public.staff_user_profile",
];
const forServer = [
  "private.add_order_event",
  "private.address_of_profile",
  "private.adopt_payment",
  "private.bounded_list",
  "private.business_days_before",
  "private.callers_of",
  "private.change_order",
  "private.count_staff_views",
  "private.dollars",
  "private.email_of",
  "private.enqueue_check_in_receipt",
  "private.enqueue_refund_mail",
  "private.enqueue_membership_mails",
  "private.events_as_json",
  "private.exceptions_of",
  "private.fulfillment_of",
  "private.is_latest_read",
  "private.make_tracking_link",
  "private.mark_order_paid",
  "private.note_field",
  "private.note_membership_exceptions",
  "private.note_payment_exception",
  "private.order_as_json",
  "private.order_search_text",
  "private.orders_by_code",
  "private.orders_to_reconcile",
  "private.outcome_of",
  "private.require_actor",
  "private.exact_condition",
  "private.expected_candidates",
  "private.search_conditions",
  "private.search_parts",
  "private.search_words",
  "private.set_actor",
  "private.staff_find_orders",
  "private.staff_order_rows",
  "private.staff_page",
  "private.staff_view_condition",
  "private.submission_rank",
  "private.take_rate_limit",
  "private.text_change",
  "private.unwrapped",
  "public.apply_checkout",
  "public.apply_dispute",
  "public.apply_refund",
  "public.attach_checkout_session",
  "public.begin_membership_checkout",
  "public.bind_staff",
  "public.cancel_reservation",
  "public.claim_outbox",
  "public.enqueue_order_confirmation",
  "public.ensure_stripe_customer",
  "public.finish_outbox",
  "public.finish_stripe_event",
  "public.get_guest_order_to_print",
  "public.get_membership",
  "public.get_order_by_batch",
  "public.get_order_by_session",
  "public.get_order_for_email",
  "public.get_stripe_customer",
  "public.get_tracked_order",
  "public.link_guest_orders",
  "public.list_expired_reservations",
  "public.list_memberships_to_sync",
  "public.list_pending_payments",
  "public.list_unprocessed_stripe_events",
  "public.list_unseen_stripe_events",
  "public.next_checkout_attempt",
  "public.next_read_fence",
  "public.purge_abandoned_orders",
  "public.purge_rate_limits",
  "public.record_stripe_event",
  "public.replace_tracking_link",
  "public.reserve_order",
  "public.staff_add_member",
  "public.staff_add_package",
  "public.staff_begin_refund",
  "public.staff_check_in",
  "public.staff_finish_refund",
  "public.staff_match_package",
  "public.staff_record_arrival",
  "public.staff_remove_member",
  "public.staff_resolve_exception",
  "public.staff_retry_mail",
  "public.staff_update_order",
  "public.staff_update_orders",
  "public.sync_membership",
  "public.take_rate_limits",
  "public.upsert_profile",
];
const forTheOwnerAlone = [
  "private.apply_grants",
  "private.count_open_exceptions",
  "private.create_profile",
  "private.keep_order",
  "private.record_order_change",
  "private.refresh_search_of_orders",
  "private.refuse_rewriting_history",
];

const readableByPeople = [
  "public.grading_orders",
  "public.order_admin",
  "public.order_events",
  "public.profiles",
  "public.staff",
  "public.subscriptions",
  "public.tracking_links",
];
const serverOnly = [
  "public.outbox",
  "public.packages",
  "public.payment_exceptions",
  "public.payment_reads",
  "public.rate_limits",
  "public.refund_requests",
  "public.staff_events",
  "public.stripe_customers",
  "public.stripe_events",
];

/** Who may execute what, as "name: role role". */
async function functionRights(on: Sql | Transaction): Promise<string[]> {
  const rows = await on<{ line: string }[]>`
    select n.nspname || '.' || p.proname || ': ' || coalesce(string_agg(r.role, ' ' order by r.role), '') as line
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    left join lateral unnest(array['anon', 'authenticated', 'public', 'service_role']) as r (role)
      on has_function_privilege(r.role, p.oid, 'execute')
    where n.nspname in ('public', 'private')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    group by p.oid, n.nspname, p.proname order by 1`;
  return rows.map((row) => row.line);
}

/** Who may do what with which table or sequence, as "name role: VERB VERB". Column rights count as well. */
async function tableRights(on: Sql | Transaction): Promise<string[]> {
  const rows = await on<{ line: string }[]>`
    select g.table_schema || '.' || g.table_name || ' ' || g.grantee || ': '
      || string_agg(distinct g.privilege_type, ' ' order by g.privilege_type) as line
    from (
      select table_schema, table_name, grantee, privilege_type from information_schema.table_privileges
      union all
      select table_schema, table_name, grantee, privilege_type from information_schema.column_privileges
    ) g
    where g.table_schema in ('public', 'private') and g.grantee in ('anon', 'authenticated', 'PUBLIC', 'service_role')
    group by g.table_schema, g.table_name, g.grantee
    union all
    select n.nspname || '.' || c.relname || ' ' || r.role || ': sequence'
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join unnest(array['anon', 'authenticated']) as r (role)
    where c.relkind = 'S' and n.nspname in ('public', 'private')
      and has_sequence_privilege(r.role, c.oid, 'usage, select, update')
    order by 1`;
  return rows.map((row) => row.line);
}

const wantedFunctions = [
  ...forPeople.map((name) => `${name}: authenticated service_role`),
  ...forServer.map((name) => `${name}: service_role`),
  ...forTheOwnerAlone.map((name) => `${name}: `),
].sort();
const wantedTables = [
  ...readableByPeople.map((name) => `${name} authenticated: SELECT`),
  ...[...readableByPeople, ...serverOnly].map((name) => `${name} service_role: DELETE INSERT SELECT UPDATE`),
].sort();

test("functions: who may execute what", async () => {
  expect((await functionRights(sql)).sort()).toEqual(wantedFunctions);
});

test("tables: who may do what, after the data API has started", async () => {
  expect((await tableRights(sql)).sort()).toEqual(wantedTables);
});

test("the private schema is closed to visitors", async () => {
  const [row] = await sql`select has_schema_privilege('anon', 'private', 'usage') as anon,
    has_schema_privilege('authenticated', 'private', 'create') as creates,
    has_schema_privilege('authenticated', 'public', 'create') as creates_public`;
  expect(row).toEqual({ anon: false, creates: false, creates_public: false });
});

test("apply_grants takes back what a start of the data API hands out, and may be repeated", async () => {
  await undone(sql, async (tx) => {
    await lockGrants(tx);
    await tx.unsafe(`
      grant usage on schema public, private to anon, authenticated, service_role;
      grant all on all tables in schema public to anon, authenticated, service_role;
      grant all on all sequences in schema public to anon, authenticated, service_role;
      grant execute on all functions in schema public, private to public, anon, authenticated;
      grant update (total_paid) on public.grading_orders to authenticated;
      alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
      alter default privileges in schema public grant execute on functions to anon, authenticated;`);
    expect((await tableRights(tx)).length).toBeGreaterThan(wantedTables.length);
    for (let times = 0; times < 2; times++) {
      await tx`select private.apply_grants()`;
      expect((await tableRights(tx)).sort()).toEqual(wantedTables);
      expect((await functionRights(tx)).sort()).toEqual(wantedFunctions);
    }
    await tx`create table public.added_later (id int)`;
    await tx.unsafe("create function public.added_later() returns int language sql as 'select 1'");
    const [row] = await tx`select
      has_table_privilege('anon', 'public.added_later', 'select') as table_open,
      has_function_privilege('service_role', 'public.added_later()', 'execute') as server_before`;
    expect(row?.table_open).toBe(false);
    await tx`select private.apply_grants()`;
    const added = (await functionRights(tx)).filter((line) => !wantedFunctions.includes(line));
    expect(added).toEqual(["public.added_later: service_role"]);
  });
});
