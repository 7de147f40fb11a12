import type { Caller, Product } from "../../sandbox/builders/product.ts";

export const CALLERS = [
  "nobody",
  "guest",
  "customer",
  "other",
  "staffWithoutSecondFactor",
  "staff",
  "owner",
] as const;
export type CallerName = (typeof CALLERS)[number];

export type Subject = { id: string; batchId: string; session: string; userId: string };

type Answers = Record<CallerName, number>;
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  at: string | ((id: string) => string);
  query?: (subject: Subject) => Record<string, string>;
  body?: (subject: Subject) => unknown;
  /** Uses the guest's order instead of the customer's. */
  ofGuest?: boolean;
  answers: Answers;
};

export const everybody = (status: number): Answers => ({
  nobody: status,
  guest: status,
  customer: status,
  other: status,
  staffWithoutSecondFactor: status,
  staff: status,
  owner: status,
});
/** Adds the 401 for a session that still needs the second factor. */
export const requiresSecondFactor = (answers: Answers): Answers => ({
  ...answers,
  staffWithoutSecondFactor: 401,
});
export const signedIn = (status: number): Answers =>
  requiresSecondFactor({ ...everybody(status), nobody: 401, guest: 401 });
export const staffOnly = (status: number): Answers => ({
  ...signedIn(status),
  customer: 403,
  other: 403,
});
export const ownerOnly = (status: number): Answers => ({ ...staffOnly(status), staff: 403 });
export const customerOnly = (status: number, refused: number): Answers => ({
  ...everybody(refused),
  customer: status,
});
export const guestOnly = (status: number, refused: number): Answers => ({
  ...everybody(refused),
  guest: status,
});

export const post = (
  at: Endpoint["at"],
  answers: Answers,
  body?: Endpoint["body"],
  more: Partial<Endpoint> = {},
): Endpoint => ({
  method: "POST",
  at,
  answers,
  ...(body ? { body } : {}),
  ...more,
});
export const get = (at: Endpoint["at"], answers: Answers, query?: Endpoint["query"]): Endpoint => ({
  method: "GET",
  at,
  answers,
  ...(query ? { query } : {}),
});

/** Returns the path as spelled by the folders of app/api. */
export const routeOf = ({ at }: Pick<Endpoint, "at">) => (typeof at === "function" ? at("[id]") : at);

export const nameOf = (endpoint: Pick<Endpoint, "at" | "method">) =>
  `${endpoint.method} ${routeOf(endpoint)}`;

export async function callEndpoint(
  product: Product,
  { method, at, query, body }: Omit<Endpoint, "answers">,
  subject: Subject,
  { cookie = "", address }: Caller,
): Promise<number> {
  const told: Record<string, string> = address ? { "x-forwarded-for": address } : {};
  const url = new URL(typeof at === "function" ? at(subject.id) : at, product.appUrl);
  if (query) url.search = String(new URLSearchParams(query(subject)));
  if (method === "GET")
    return (await product.get(url.pathname + url.search, { cookie, headers: told })).status;
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      "content-type": "application/json",
      origin: new URL(product.appUrl).origin,
      cookie,
      ...told,
    },
    ...(body ? { body: JSON.stringify(body(subject)) } : {}),
  });
  return response.status;
}
