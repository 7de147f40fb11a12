import Stripe from "stripe";
import type { Clock } from "./clock.ts";
import type { Deliveries } from "./deliveries.ts";
import { newId } from "./ids.ts";
import type { Store } from "./store.ts";

/** The API call that caused an event. Both fields are null for what happens on a hosted page or on schedule. */
interface EventCause {
  id: string | null;
  idempotency_key: string | null;
}

const NO_CAUSE: EventCause = { id: null, idempotency_key: null };

/** Records events and passes each to the webhook deliveries. */
export class EventLog {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #deliveries: Deliveries;
  #cause: EventCause = NO_CAUSE;

  constructor(store: Store, clock: Clock, deliveries: Deliveries) {
    this.#store = store;
    this.#clock = clock;
    this.#deliveries = deliveries;
  }

  /** Records this API call as the cause of events emitted in `run`, which is synchronous. */
  causedBy<T>(cause: EventCause, run: () => T): T {
    this.#cause = cause;
    try {
      return run();
    } finally {
      this.#cause = NO_CAUSE;
    }
  }

  /**
   * Records an event with a snapshot of the object. `previousAttributes` are the previous values for `*.updated`
   * events.
   */
  emit(
    type: Stripe.EventBase["type"],
    object: object,
    previousAttributes?: Record<string, unknown>,
  ): Stripe.EventBase {
    const event: Stripe.EventBase = {
      id: newId("evt"),
      object: "event",
      api_version: Stripe.API_VERSION,
      created: this.#clock.now(),
      data: {
        object: { ...object },
        ...(previousAttributes ? { previous_attributes: previousAttributes } : {}),
      },
      livemode: false,
      pending_webhooks: 0,
      request: this.#cause,
      type,
    };
    this.#store.insert<"event">(event);
    this.#deliveries.enqueue(event);
    return event;
  }

  present(event: Stripe.EventBase): Stripe.EventBase {
    return { ...event, pending_webhooks: this.#deliveries.countPending(event.id) };
  }
}
