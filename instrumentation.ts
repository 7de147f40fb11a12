/** Runs once when the server starts: settings are checked before the first request is taken. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { prepareServer } = await import("@/lib/http/prepare-server");
  await prepareServer();
}
