/**
 * Resolves once when this process is asked to stop: by a signal of its own, by the launcher passing one on, or by
 * the launcher's death. Later signals are swallowed, so that an impatient Ctrl-C does not leave services behind.
 */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve(signal));
    process.on("message", (message) => {
      if (typeof message === "object" && message !== null && "stop" in message) resolve(String(message.stop));
    });
    process.on("disconnect", () => resolve("the launcher's end"));
  });
}
