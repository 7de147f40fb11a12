import { timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiRoute, findRoute } from "./api-route.ts";
import { invalidRequest, StripeError, unrecognizedUrl } from "./errors.ts";
import { type Expandable, expandObject } from "./expand.ts";
import type { ApiFault } from "./faults.ts";
import { parseForm, type RawParams } from "./form-body.ts";
import { IdempotencyKeys, type StoredReply } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { type Permissions, requirePermission, restrictedKeys } from "./permissions.ts";
import { CATALOG_ROUTES } from "./resources/catalog.ts";
import { CHARGE_EXPANDABLE, CHARGE_ROUTES } from "./resources/charges.ts";
import { SESSION_EXPANDABLE, SESSION_ROUTES } from "./resources/checkout-sessions.ts";
import { CUSTOMER_ROUTES } from "./resources/customers.ts";
import { DISPUTE_EXPANDABLE, DISPUTE_ROUTES } from "./resources/disputes.ts";
import { EVENT_ROUTES, WEBHOOK_ENDPOINT_ROUTES } from "./resources/events.ts";
import { INVOICE_EXPANDABLE, INVOICE_ROUTES } from "./resources/invoices.ts";
import { PAYMENT_INTENT_EXPANDABLE, PAYMENT_INTENT_ROUTES } from "./resources/payment-intents.ts";
import { PORTAL_CONFIGURATION_ROUTES } from "./resources/portal-configurations.ts";
import { PORTAL_ROUTES } from "./resources/portal-sessions.ts";
import { REFUND_EXPANDABLE, REFUND_ROUTES } from "./resources/refunds.ts";
import { SCHEDULE_ROUTES } from "./resources/subscription-schedules.ts";
import { SUBSCRIPTION_EXPANDABLE, SUBSCRIPTION_ROUTES } from "./resources/subscriptions.ts";
import type { Sandbox } from "./sandbox.ts";

const ROUTES: readonly ApiRoute[] = [
  ...SESSION_ROUTES,
  ...PAYMENT_INTENT_ROUTES,
  ...CHARGE_ROUTES,
  ...CUSTOMER_ROUTES,
  ...CATALOG_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...INVOICE_ROUTES,
  ...PORTAL_CONFIGURATION_ROUTES,
  ...PORTAL_ROUTES,
  ...SCHEDULE_ROUTES,
  ...WEBHOOK_ENDPOINT_ROUTES,
  ...REFUND_ROUTES,
  ...DISPUTE_ROUTES,
  ...EVENT_ROUTES,
];

const EXPANDABLE: Expandable = {
  "checkout.session": SESSION_EXPANDABLE,
  payment_intent: PAYMENT_INTENT_EXPANDABLE,
  charge: CHARGE_EXPANDABLE,
  dispute: DISPUTE_EXPANDABLE,
  refund: REFUND_EXPANDABLE,
  invoice: INVOICE_EXPANDABLE,
  subscription: SUBSCRIPTION_EXPANDABLE,
  price: { product: "product" },
};

function sentKey(authorization: string | undefined): string | null {
  const [scheme = "", value = ""] = (authorization ?? "").split(" ", 2);
  if (/^bearer$/i.test(scheme)) return value || null;
  // Stripe also accepts the key as the user name of basic authentication.
  if (/^basic$/i.test(scheme)) return Buffer.from(value, "base64").toString().split(":")[0] || null;
  return null;
}

function masked(key: string): string {
  return key.length <= 12 ? "*".repeat(key.length) : `${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`;
}

/**
 * Returns the permissions of a restricted key, or undefined for the secret key. Throws Stripe's 401 for any other
 * key.
 */
function authenticate(
  authorization: string | undefined,
  secretKey: string,
  restricted: Record<string, Permissions>,
): Permissions | undefined {
  const key = sentKey(authorization);
  if (key === null)
    throw new StripeError(401, {
      type: "invalid_request_error",
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth " +
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, " +
        "or we can help at https://support.stripe.com/.",
    });
  if (Object.hasOwn(restricted, key)) return restricted[key];
  const given = Buffer.from(key);
  const expected = Buffer.from(secretKey);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new StripeError(401, {
      type: "invalid_request_error",
      message: `Invalid API Key provided: ${masked(key)}`,
    });
  return undefined;
}

interface ApiRequest {
  method: string;
  path: string;
  query: string;
  body: string;
  authorization: string | undefined;
  contentType: string | undefined;
  idempotencyKey: string | undefined;
}

type ApiAnswer =
  | { dropped: true }
  | {
      dropped: false;
      requestId: string;
      status: number;
      body: string;
      replayed: boolean;
      original: string | null;
    };

interface Call extends ApiRequest {
  id: string;
  params: RawParams;
}

interface Reply extends StoredReply {
  replayed: boolean;
}

function errorReply(error: unknown, requestId: string, log: (line: string) => void): StoredReply {
  if (!(error instanceof StripeError))
    log(error instanceof Error ? (error.stack ?? error.message) : `${error}`);
  const known =
    error instanceof StripeError
      ? error
      : new StripeError(500, { type: "api_error", message: "An unknown error occurred" });
  return { status: known.status, body: JSON.stringify({ error: known.body }, null, 2), requestId };
}

function faultReply(fault: ApiFault, requestId: string): StoredReply | null {
  if (fault.status === undefined && fault.body === undefined) return null;
  const status = fault.status ?? 200;
  const error = new StripeError(status, {
    type: status >= 500 ? "api_error" : "invalid_request_error",
    message: fault.message ?? `The sandbox was told to answer ${status}`,
    ...(fault.code === undefined ? {} : { code: fault.code }),
  });
  return { status, body: fault.body ?? JSON.stringify({ error: error.body }, null, 2), requestId };
}

type KeysOfStart = { secret: string; restricted: Record<string, Permissions> };

export class Api {
  readonly #sandbox: Sandbox;
  readonly #keysOfStart: KeysOfStart;
  readonly #keys: IdempotencyKeys;

  constructor(sandbox: Sandbox, keysOfStart: KeysOfStart) {
    this.#sandbox = sandbox;
    this.#keysOfStart = keysOfStart;
    this.#keys = new IdempotencyKeys(sandbox.store, sandbox.clock);
  }

  async handle(request: ApiRequest): Promise<ApiAnswer> {
    const call: Call = {
      ...request,
      id: newId("req"),
      params: parseForm(request.method === "POST" ? request.body : request.query),
    };
    let fault: ApiFault | null = null;
    let reply: Reply;
    let release: () => void = () => {};
    try {
      const restricted = { ...restrictedKeys(this.#sandbox.store), ...this.#keysOfStart.restricted };
      const permissions = authenticate(call.authorization, this.#keysOfStart.secret, restricted);
      const expand = Object.values(call.params.expand ?? {}).map(String);
      if (permissions) requirePermission(permissions, { ...call, expand });
      if (call.contentType?.includes("json"))
        throw invalidRequest(
          "Invalid request (check that your POST content type is application/x-www-form-urlencoded).",
        );
      fault = this.#sandbox.faults.takeForRequest(call.method, call.path, call.params);
      const key = call.method === "POST" ? call.idempotencyKey : undefined;
      if (key !== undefined) release = this.#keys.begin(key);
      if (fault?.when === "before") await this.#pause(fault);
      reply = this.#answer(call, key, fault);
      if (fault?.when === "after") await this.#pause(fault);
    } catch (error) {
      reply = { ...errorReply(error, call.id, this.#sandbox.log), replayed: false };
    } finally {
      release();
    }
    const dropped = fault?.dropConnection === true;
    this.#record(call, reply, fault !== null, dropped);
    if (dropped) return { dropped };
    return {
      dropped,
      requestId: call.id,
      status: reply.status,
      body: reply.body,
      replayed: reply.replayed,
      original: call.idempotencyKey === undefined ? null : reply.requestId,
    };
  }

  async #pause({ delayMs, waits }: ApiFault): Promise<void> {
    await sleep(delayMs);
    if (waits) await this.#sandbox.faults.wait();
  }

  /**
   * Commits the work, the stored response and the events in one transaction, so that a kill leaves all of them or
   * none.
   */
  #answer(call: Call, key: string | undefined, fault: ApiFault | null): Reply {
    return this.#sandbox.store.transaction(() => {
      const known = key === undefined ? null : this.#keys.find(key, call.path, call.params);
      const instead = fault && faultReply(fault, call.id);
      // An outage hides a stored response, but a stored fault can't replace it.
      if (known && instead && !fault?.stored) return { ...instead, replayed: false };
      if (known) return { ...known, replayed: true };
      const skipped = fault?.when === "before" && (instead !== null || fault.dropConnection);
      const done = skipped ? null : this.#execute(call);
      const kept = fault?.stored && instead ? instead : done;
      if (key !== undefined && kept && kept.status !== 429)
        this.#keys.store(key, call.path, call.params, kept);
      const reply = instead ?? done;
      if (!reply) return { status: 0, body: "", requestId: call.id, replayed: false };
      return { ...reply, replayed: false };
    });
  }

  #execute(call: Call): StoredReply {
    const { store, events, log } = this.#sandbox;
    const match = findRoute(ROUTES, call.method, call.path);
    if (!match) throw unrecognizedUrl(call.method, call.path);
    const work = match.route.prepare(this.#sandbox, match.id, call.params);
    const paths = Object.values(call.params.expand ?? {}).map(String);
    const cause = { id: call.id, idempotency_key: call.idempotencyKey ?? null };
    try {
      return store.transaction(() => {
        const object = events.causedBy(cause, () => expandObject(this.#sandbox, EXPANDABLE, work(), paths));
        return { status: 200, body: JSON.stringify(object, null, 2), requestId: call.id };
      });
    } catch (error) {
      return errorReply(error, call.id, log);
    }
  }

  #record(call: Call, reply: Reply, faulted: boolean, dropped: boolean): void {
    this.#sandbox.requests.add({
      id: call.id,
      at: Date.now(),
      method: call.method,
      path: call.path,
      params: call.params,
      idempotencyKey: call.idempotencyKey ?? null,
      status: dropped ? 0 : reply.status,
      replayed: reply.replayed,
      faulted,
    });
  }
}
