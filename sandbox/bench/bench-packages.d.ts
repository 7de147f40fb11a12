// What the bench uses of its own packages, which are installed on its first run: the types must hold without them.

declare module "autocannon" {
  type Options = {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests in all, in place of a duration. */
    amount?: number;
    /** Seconds that an answer may take. */
    timeout?: number;
    headers?: Record<string, string>;
    /** Asked for in turn by each connection. */
    requests?: { path: string; headers?: Record<string, string> }[];
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

declare module "lighthouse" {
  type Audit = { score: number | null; numericValue?: number };
  type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
  type Result = {
    lhr: {
      runtimeError?: { code: string; message: string };
      categories: Record<string, Category>;
      audits: Record<string, Audit>;
    };
  };
  type Flags = { port: number; logLevel: "error"; onlyCategories: string[] };
  export default function lighthouse(url: string, flags: Flags): Promise<Result | undefined>;
}
