/**
 * Does `work` right before the product next calls this function of the database: what another caller does in that very
 * moment. The call itself then goes its way.
 */
export function justBefore(functionName: string, work: () => Promise<unknown>): void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!addressOf(input).endsWith(`/rpc/${functionName}`)) return real(input, init);
    globalThis.fetch = real;
    await work();
    return real(input, init);
  };
}

function addressOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : String(input);
}
