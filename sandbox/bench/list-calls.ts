import { createHash } from "node:crypto";
import type postgres from "postgres";
import { seeded } from "../builders/random.ts";

/** The saved views. */
const VIEWS = [
  "needs_check_in",
  "to_count",
  "late_to_open",
  "never_received",
  "not_shipped",
  "said_delivered",
  "said_shipped",
  "cancel_requested",
  "not_paid",
  "count_differs",
  "ready_to_send",
  "overdue",
  "overdue_untold",
  "late_home",
  "exceptions",
  "to_review",
  "set_aside",
  "waiting",
  "problems",
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

/** How many searches are drawn and meant to hurt, together. */
const SEARCHES = 200;

/**
 * Searches meant to hurt, and pieces of what is there: of one to twelve letters, of one to three words, drawn by the
 * seed.
 */
export async function sampledSearches(sql: postgres.Sql, seed: number): Promise<ListCall[]> {
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
  const named = (text: string) => ({ name: JSON.stringify(text), args: { p_search: text } });
  const filtered = ["gmail", "sofia", "batch-batch", "zxq", "1z1"].flatMap((text) =>
    ["overdue", "exceptions", "needs_check_in"].map((view) => ({
      name: `${JSON.stringify(text)} in ${view}`,
      args: { p_search: text, p_view: view },
    })),
  );
  const meant = [...hostile.map(named), ...filtered];
  const pieces = await drawPieces(sql, SEARCHES - meant.length, seeded(seed));
  return [...meant, ...pieces.map(named)];
}

/** Pieces of what orders are searched by, from anywhere among them. */
async function drawPieces(sql: postgres.Sql, count: number, random: () => number): Promise<string[]> {
  const pieces: string[] = [];
  const upTo = (most: number) => Math.floor(random() * most);
  while (pieces.length < count) {
    const from = createHash("md5").update(String(random())).digest("hex");
    const [order] = await sql<{ text: string }[]>`
      select search_text as text from public.grading_orders where id >= ${from}::uuid order by id limit 1`;
    const text = order?.text ?? "";
    const piece = (most: number) => text.slice(upTo(text.length)).slice(0, 1 + upTo(most));
    const words = Array.from({ length: 1 + upTo(3) }, (_, place) => piece(place === 0 ? 12 : 6));
    const search = words.join(" ").trim();
    if (search) pieces.push(search);
  }
  return pieces;
}
