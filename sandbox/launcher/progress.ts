/** Prints lines with the elapsed seconds, and reports long steps as still running. */
export function createProgress(write: (text: string) => void = (text) => process.stdout.write(text)) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s`;
  const log = (line: string) => write(`${seconds()}  ${line}\n`);
  const during = async <T>(line: string, step: () => Promise<T>): Promise<T> => {
    const timer = setInterval(() => log(`${line} still running …`), 15_000);
    try {
      return await step();
    } finally {
      clearInterval(timer);
    }
  };
  return { log, during };
}
