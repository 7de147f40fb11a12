import type { Instrumentation } from "next";

/**
 * Next calls this once when a server process starts, before its first request: the settings are checked, and a process
 * that must not start ends here (see prepareServer).
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { prepareServer } = await import("@/lib/http/prepare-server");
  await prepareServer();
  // While somebody develops, what Next prints of an error is worth more: it shows the code.
  if (process.env.NODE_ENV === "production") (await import("@/lib/http/redact-console")).redactConsole();
}

/** Next calls this when a page could not be made, or a handler threw: the log tells by which reference it is known. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logFailedPage } = await import("@/lib/http/log-failed-page");
  logFailedPage(error, routePath);
};
