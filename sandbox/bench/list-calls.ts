import type postgres from "postgres";

/** The saved views. */
const VIEWS = [
  "needs_check_in",
  "never_received",
  "not_paid",
  "count_differs",
  "ready_to_send",
  "overdue",
  "exceptions",
  "to_review",
  "set_aside",
  "ready_to_return",
  "to_send_back",
];

/** A page of the staff's list: arguments of staff_list_orders. */
export type ListCall = { name: string; args: Record<string, string | boolean> };

/** The pages that are compared. Those that name an order take one of this very database. */
export async function listCalls(sql: postgres.Sql): Promise<ListCall[]> {
  const [deep] = await sql<{ at: string; id: string; batch: string; email: string }[]>`
    select o.submitted_at::text as at, o.id, o.batch_id as batch, coalesce(o.user_email, o.guest_email) as email
    from grading_orders o order by o.submitted_at, o.id
    offset (select reltuples * 0.1 from pg_class where oid = 'grading_orders'::regclass) limit 1`;
  if (!deep) throw new Error("no orders to list");
  const search = (name: string, p_search: string, more: ListCall["args"] = {}): ListCall => ({
    name: `search: ${name}`,
    args: { p_search, ...more },
  });
  const view = (p_view: string): ListCall => ({ name: `view: ${p_view}`, args: { p_view } });
  return [
    { name: "first page", args: {} },
    { name: "deep page (90 %)", args: { p_cursor_at: deep.at, p_cursor_id: deep.id } },
    { name: "payment: paid", args: { p_payment: "paid" } },
    { name: "payment: failed", args: { p_payment: "failed" } },
    { name: "fulfillment: grading", args: { p_fulfillment: "grading" } },
    { name: "both filters", args: { p_payment: "paid", p_fulfillment: "complete" } },
    { name: "both filters, no hit", args: { p_payment: "failed", p_fulfillment: "grading" } },
    { name: "submission: graded", args: { p_submission: "graded" } },
    ...VIEWS.map(view),
    { name: "sorted view", args: { p_view: "count_differs", p_sort: "cards", p_descending: true } },
    { name: "sorted, too many", args: { p_sort: "cards" } },
    search("a batch id", deep.batch),
    search("part of a batch id", deep.batch.slice(8)),
    search("an e-mail address", deep.email),
    search("few hits", deep.email.split("@")[0] ?? ""),
    search("common word", "gmail"),
    search("common word, filtered", "gmail", { p_payment: "failed" }),
    search("first and last name", "sofia garcia"),
    search("no hit", "zxqwvkj"),
    search("two letters", "qz"),
  ];
}

/** Searches meant to hurt, and pieces of what is there: of one to twelve letters, of one to three words. */
export async function sampledSearches(sql: postgres.Sql): Promise<ListCall[]> {
  const pieces = await sql<{ piece: string }[]>`
    select substr(t.search_text, 1 + (n * 7) % 60, 1 + n % 12)
      || case when n % 3 = 0 then ' ' || substr(t.search_text, 20 + n % 30, 3 + n % 4) else '' end as piece
    from generate_series(1, 150) n
    cross join lateral (select o.search_text from grading_orders o where o.id >= md5(n::text)::uuid order by o.id limit 1) t`;
  const hostile = [
    "%",
    "_",
    "\\",
    "-",
    ".",
    "@",
    "1z",
    "1z12",
    "sub-1000",
    "sub-1",
    "batch-batch",
    "order-batch",
    "gmail.test.gmail",
    "test test test",
    "com.moc.com",
    "sofia",
    "sofia ofias",
    "sofia sofi sof",
    "garcia aicrag",
    "a b c d e f",
    "batch order test gmail p1 -",
    "batch-m batch-k",
    "x".repeat(100),
    "山田太郎",
    "sofia.garcia@gmail.test",
    "gmail yahoo",
    "gmail outlook icloud",
    "gmail".repeat(20),
    "zoë",
    "müller",
    "🂡",
  ];
  const plain = [...hostile, ...pieces.map(({ piece }) => piece)].map((text) => ({
    name: JSON.stringify(text),
    args: { p_search: text },
  }));
  const filtered = ["gmail", "sofia", "batch-batch", "zxq", "1z1"].flatMap((text) =>
    ["overdue", "exceptions", "needs_check_in"].map((view) => ({
      name: `${JSON.stringify(text)} in ${view}`,
      args: { p_search: text, p_view: view },
    })),
  );
  return [...plain, ...filtered];
}
