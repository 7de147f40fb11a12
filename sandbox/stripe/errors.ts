/** The `error` object of a failed call, as https://docs.stripe.com/api/errors describes it. */
interface StripeErrorBody {
  type: "invalid_request_error" | "idempotency_error" | "api_error" | "card_error";
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
}

/** Thrown anywhere below the API pipeline, which turns it into Stripe's JSON answer. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.name = "StripeError";
    this.status = status;
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}` }
      : body;
  }
}

/** 400 for a request that Stripe would refuse; `param` in bracket notation, e.g. `line_items[0][quantity]`. */
export function invalidRequest(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, {
    type: "invalid_request_error",
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
}

/** What is added for an id that the other mode knows: here, one with `_live` in it. */
const OTHER_MODE =
  "; a similar object exists in live mode, but a test mode key was used to make this request.";

/** 404 when the request's own object is unknown, 400 when another parameter names an unknown object. */
export function noSuch(kind: string, id: string, param: string, status: 400 | 404 = 404): StripeError {
  return new StripeError(status, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'${/_live/.test(id) ? OTHER_MODE : ""}`,
    param,
  });
}

export function unrecognizedUrl(method: string, path: string): StripeError {
  return new StripeError(404, {
    type: "invalid_request_error",
    message:
      `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. ` +
      "If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. " +
      "Please see https://stripe.com/docs or we can help at https://support.stripe.com/.",
  });
}
