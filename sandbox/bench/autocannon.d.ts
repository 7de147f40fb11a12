// The part of autocannon's API that the benchmarks use. The package is installed by their first run, but the types
// must check before that.
declare module "autocannon" {
  type Options = {
    url: string;
    connections: number;
    /** In seconds. Without a duration, sends `amount` requests. */
    duration?: number;
    amount?: number;
    headers?: Record<string, string>;
    /** Each connection sends these requests in order. */
    requests?: { path: string; headers: Record<string, string> }[];
  };
  type Result = {
    errors: number;
    timeouts: number;
    non2xx: number;
    requests: { average: number; total: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
  };
  export default function autocannon(options: Options): Promise<Result>;
}
