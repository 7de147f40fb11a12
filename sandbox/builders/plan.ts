import { ordersStatement, peopleStatements, staffEntriesStatements } from "../seed/statements.ts";
import type { Transaction } from "./test-database.ts";

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

export type Scan = { how: string; table: string | undefined; index: string | undefined; rows: number };

export async function fillOrders(tx: Transaction, orders: number): Promise<void> {
  await tx.unsafe("set local session_replication_role = replica");
  for (const statement of peopleStatements(orders)) await tx.unsafe(statement);
  await tx.unsafe(ordersStatement(orders));
  for (const statement of staffEntriesStatements(orders)) await tx.unsafe(statement);
  await tx.unsafe("set local session_replication_role = origin");
  await tx.unsafe("analyze public.grading_orders, public.order_admin, public.profiles");
}

/** Prefers index plans: with pages scattered by other files, a bitmap scan costs about the same. */
export const walkIndexes = (tx: Transaction) => tx.unsafe("set local enable_bitmapscan = off");

const rowsOf = (node: Node) =>
  node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);

export async function listScans(tx: Transaction, query: string): Promise<Scan[]> {
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
