/** The app's scheduled endpoints, called every minute as a hosted scheduler would. */
const JOBS = ["/api/cron/reconcile", "/api/cron/outbox"];
const MINUTE_MS = 60_000;

/** Starts calling the scheduled endpoints; a failing call is tried again at the next minute, and logged when the failure is a new one. */
export function startCron(options: { appUrl: string; secret: string; log: (line: string) => void }): {
  stop: () => Promise<void>;
} {
  const stopping = new AbortController();
  let lastComplaint = "";
  const complain = (line: string) => {
    if (line !== lastComplaint) options.log(line);
    lastComplaint = line;
  };
  const tick = async () => {
    for (const path of JOBS) {
      try {
        const answer = await fetch(options.appUrl + path, {
          method: "POST",
          headers: { authorization: `Bearer ${options.secret}` },
          signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(MINUTE_MS)]),
        });
        if (!answer.ok) complain(`Scheduled job ${path} answered ${answer.status}.`);
      } catch (error) {
        if (!stopping.signal.aborted) complain(`Scheduled job ${path} failed: ${(error as Error).message}`);
      }
    }
  };
  const timer = setInterval(tick, MINUTE_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
    },
  };
}
