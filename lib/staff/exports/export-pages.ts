import "server-only";
import { log } from "@/lib/base/log";
import { beginExport, type ExportAsked, finishExport } from "@/lib/staff/exports/mutations";

type Export<Row> = ExportAsked & {
  pages: AsyncGenerator<Row[]>;
  /** The first row of the file, with its line end. */
  heading: string;
  rowOf: (row: Row) => string;
};

/**
 * Streams rows as a CSV file in UTF-8, page by page. The first page is read and the export recorded before the response starts, so that
 * a refusal throws. A later failure aborts the stream, so that half a file isn't mistaken for a whole one. The number of sent rows is
 * recorded in every case.
 */
export async function exportPages<Row>(
  actor: string,
  { kind, filter, pages, heading, rowOf }: Export<Row>,
): Promise<ReadableStream<Uint8Array>> {
  const first = await pages.next();
  const exportId = await beginExport(actor, { kind, filter });
  log.info("staff.exported", { userId: actor, kind, asked: askedFor(filter) });
  const encoder = new TextEncoder();
  let sent = 0;
  const textOf = (rows: Row[]) => {
    sent += rows.length;
    return encoder.encode(rows.map(rowOf).join(""));
  };
  const finish = (isComplete: boolean) =>
    finishExport(exportId, sent, isComplete).catch((error: unknown) =>
      log.error("staff.export_unended", error),
    );
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(heading));
      if (!first.done) controller.enqueue(textOf(first.value));
    },
    async pull(controller) {
      try {
        const { done, value } = await pages.next();
        if (!done) return controller.enqueue(textOf(value));
        await finish(true);
        controller.close();
      } catch (error) {
        log.error("staff.export_failed", error);
        await finish(false);
        controller.error(error);
      }
    },
    async cancel() {
      await pages.return(undefined);
      await finish(false);
    },
  });
}

/** Returns only the names of the filters: a search may be an email address, which stays out of the log. */
function askedFor(filter: ExportAsked["filter"]): string {
  return Object.keys(filter)
    .filter((name) => filter[name])
    .join(" ");
}

/** Returns the download response, named after its contents and the day in UTC: orders-2026-11-21.csv. */
export function exportResponse(
  kind: ExportAsked["kind"],
  file: ReadableStream<Uint8Array>,
  now: Date,
): Response {
  return new Response(file, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${kind}-${now.toISOString().slice(0, 10)}.csv"`,
      "cache-control": "private, no-store",
    },
  });
}
