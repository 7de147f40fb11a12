import { ordersStatement, peopleStatements, staffEntriesStatements } from "../seed/statements.ts";
import type { Transaction } from "./test-database.ts";

/* What the planner does with a query where there are many rows. */

type Node = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
};

/** A place where a query reads a table or an index: how, and of how many rows in all, taken or passed over. */
export type Scan = { how: string; table: string | undefined; index: string | undefined; rows: number };

/** Fills the tables with so many made-up orders, the same in each run, for as long as the transaction lasts. */
export async function fillOrders(tx: Transaction, orders: number): Promise<void> {
  await tx.unsafe("set local session_replication_role = replica");
  for (const statement of peopleStatements(orders)) await tx.unsafe(statement);
  await tx.unsafe(ordersStatement(orders));
  for (const statement of staffEntriesStatements(orders)) await tx.unsafe(statement);
  await tx.unsafe("set local session_replication_role = origin");
  await tx.unsafe("analyze public.grading_orders, public.order_admin, public.profiles");
}

/**
 * From here on the transaction's plans walk indexes. Where other files' rows have scattered the pages, fetching all of a few rows and
 * sorting them costs about as much, so that which of both is chosen says nothing.
 */
export const walkIndexes = (tx: Transaction) => tx.unsafe("set local enable_bitmapscan = off");

const rowsOf = (node: Node) =>
  node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);

/** Runs a query as who the transaction is, and tells the scans that were really done. */
export async function scansOf(tx: Transaction, query: string): Promise<Scan[]> {
  const [row] = await tx.unsafe<{ "QUERY PLAN": [{ Plan: Node }] }[]>(
    `explain (analyze, timing off, format json) ${query}`,
  );
  if (!row) throw new Error("no plan");
  const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  return nodesOf(row["QUERY PLAN"][0].Plan)
    .filter((node) => node["Node Type"].endsWith("Scan") && node["Actual Loops"] !== 0)
    .map((node) => ({
      how: node["Node Type"],
      table: node["Relation Name"],
      index: node["Index Name"],
      rows: node["Actual Loops"] * rowsOf(node),
    }));
}
