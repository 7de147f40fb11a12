// The part of autocannon's API that the benchmarks use. It is installed on their first run, and the types must hold before.
declare module "autocannon" {
  type Options = {
    url: string;
    connections: number;
    /** Seconds; without it, `amount` requests. */
    duration?: number;
    amount?: number;
    headers?: Record<string, string>;
    /** Each connection sends these in turn. */
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
