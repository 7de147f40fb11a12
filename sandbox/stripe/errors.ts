interface StripeErrorBody {
  type: "invalid_request_error" | "idempotency_error" | "api_error" | "card_error";
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
}

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

/** Creates Stripe's 400. `param` is in bracket notation: `line_items[0][quantity]`. */
export function invalidRequest(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, {
    type: "invalid_request_error",
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
}

const OTHER_MODE =
  "; a similar object exists in live mode, but a test mode key was used to make this request.";

/** Creates a 404 for an unknown requested object, or a 400 for a parameter that names an unknown object. */
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
