import type { Instrumentation } from "next";

/**
 * Next calls this once when a server process starts, before its first request: the settings are checked, and a process
 * that must not start ends here (see prepareServer). Where traces are wanted, what makes them is loaded, and only there.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { prepareServer } = await import("@/lib/http/prepare-server");
  await prepareServer();
  // While somebody develops, what Next prints of an error is worth more: it shows the code.
  if (process.env.NODE_ENV === "production") (await import("@/lib/http/log-failed-page")).redactConsole();
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  // Next's spans of fetches are named by whole addresses; each call has a span of ours.
  process.env.NEXT_OTEL_FETCH_DISABLED = "1";
  const { startTracing } = await import("@/lib/tracing/start-tracing");
  startTracing();
}

/** Next calls this when a page could not be made, or a handler threw: the log tells by which reference it is known. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logFailedPage } = await import("@/lib/http/log-failed-page");
  logFailedPage(error, routePath);
};
