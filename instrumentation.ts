import type { Instrumentation } from "next";

/**
 * Runs once when a server process starts, before its first request. Checks the settings, ends a process that must not
 * start (see prepareServer) and loads tracing only where it's enabled.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { prepareServer, redactConsole } = await import("@/lib/http/prepare-server");
  await prepareServer();
  // In development, Next's own error output is more useful because it shows the code.
  if (process.env.NODE_ENV === "production") redactConsole();
  if (!process.env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  // Next names its fetch spans by full URL. Our own spans cover each call.
  process.env.NEXT_OTEL_FETCH_DISABLED = "1";
  const { startTracing } = await import("@/lib/tracing/start-tracing");
  startTracing();
}

/** Logs a failed page or handler with the reference its visitor sees. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logFailedPage } = await import("@/lib/http/prepare-server");
  logFailedPage(error, routePath);
};
