import type { Clock } from "./clock.ts";
import type { Deliveries } from "./deliveries.ts";
import type { EventLog } from "./events.ts";
import type { Faults } from "./faults.ts";
import type { RequestLog } from "./request-log.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Store } from "./store.ts";

export interface Sandbox {
  /** Has no trailing slash: `http://localhost:12111`. */
  readonly baseUrl: string;
  readonly merchantName: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly events: EventLog;
  readonly deliveries: Deliveries;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly scheduler: Scheduler;
  readonly log: (line: string) => void;
}
