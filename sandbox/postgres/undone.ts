import type postgres from "postgres";

/** Thrown to roll back a transaction whose work was only an experiment. */
class Undo extends Error {}

/** Does `work` in a transaction that leaves nothing behind. */
export async function undone(
  sql: postgres.Sql,
  work: (tx: postgres.TransactionSql) => Promise<void>,
): Promise<void> {
  await sql
    .begin(async (tx) => {
      await work(tx);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
}
