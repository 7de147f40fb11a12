type Work = () => Promise<unknown>;

const waiting = new Map<string, Work>();
const real = globalThis.fetch;

/** Runs `work` right before the app's next call of this database function. */
export function runBeforeRpc(functionName: string, work: Work): void {
  waiting.set(functionName, work);
  globalThis.fetch = async (input, init) => {
    const name = addressOf(input).split("/rpc/")[1] ?? "";
    const rival = waiting.get(name);
    waiting.delete(name);
    await rival?.();
    return real(input, init);
  };
}

function addressOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : String(input);
}
