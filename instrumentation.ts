/**
 * Next calls this once when a server process starts, before its first request: the settings are checked, and a process
 * that must not start ends here (see prepareServer).
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { prepareServer } = await import("@/lib/http/prepare-server");
  await prepareServer();
}
