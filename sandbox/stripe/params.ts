import { z } from "zod";
import { invalidRequest, type StripeError } from "./errors.ts";
import { paramName, type RawParams } from "./form-body.ts";

const MAX_METADATA_KEYS = 50;

export const text = (max = 5000) => z.string().min(1).max(max);

export const unsettable = (max = 5000) =>
  z
    .string()
    .max(max)
    .transform((value) => value || null);

export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);

export const boolean = z.enum(["true", "false"]).transform((value) => value === "true");

export function listOf<S extends z.ZodType>(item: S) {
  return z.preprocess((raw) => {
    if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
    const keys = Object.keys(raw);
    if (!keys.every((key) => /^\d+$/.test(key))) return raw;
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => (raw as RawParams)[key]);
  }, z.array(item));
}

/**
 * Keys have up to 40 characters, values up to 500. An empty value removes the key
 * (https://docs.stripe.com/api/metadata).
 */
export const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= MAX_METADATA_KEYS);

export const newMetadata = metadata.transform((entries) => mergeMetadata({}, entries));

export function mergeMetadata(
  current: Record<string, string>,
  change: Record<string, string>,
): Record<string, string> {
  const merged = { ...current, ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
}

export const expand = { expand: listOf(text()).optional() };

export const pagination = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: text().optional(),
  ending_before: text().optional(),
  ...expand,
};

/** `created=…` or `created[gte]=…` and its siblings, in Unix seconds. */
export const createdFilter = {
  created: z
    .union([
      integer.transform((at) => ({ gte: at, lte: at, gt: undefined, lt: undefined })),
      z.strictObject({
        gt: integer.optional(),
        gte: integer.optional(),
        lt: integer.optional(),
        lte: integer.optional(),
      }),
    ])
    .optional(),
};

function valueAt(raw: RawParams, path: readonly PropertyKey[]): string | RawParams | undefined {
  let value: string | RawParams | undefined = raw;
  for (const part of path) value = typeof value === "object" ? value[String(part)] : undefined;
  return value;
}

type Issue = z.core.$ZodIssue;

/** Stripe reports unknown parameters first, then missing ones, then invalid values. */
function rank(issue: Issue, raw: RawParams): number {
  if (issue.code === "unrecognized_keys") return 0;
  return valueAt(raw, issue.path) === undefined ? 1 : 2;
}

function toStripeError(issue: Issue, raw: RawParams): StripeError {
  if (issue.code === "unrecognized_keys") {
    const param = paramName([...issue.path, issue.keys[0] ?? ""]);
    return invalidRequest(`Received unknown parameter: ${param}`, param, "parameter_unknown");
  }
  const param = paramName(issue.path);
  const value = valueAt(raw, issue.path);
  if (value === undefined)
    return invalidRequest(`Missing required param: ${param}.`, param, "parameter_missing");
  if (value === "")
    return invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; ` +
        `however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      param,
      "parameter_invalid_empty",
    );
  if (typeof value === "object")
    return invalidRequest(`Invalid ${issue.code === "invalid_type" ? issue.expected : "value"}`, param);
  if (issue.code === "invalid_format")
    return invalidRequest(`Invalid integer: ${value}`, param, "parameter_invalid_integer");
  if (issue.code === "invalid_value")
    return invalidRequest(`Invalid ${param}: must be one of ${issue.values.join(", ")}`, param);
  if (issue.code === "too_big" && issue.origin === "string")
    return invalidRequest(
      `Invalid string: ${value.slice(0, 20)}…; must be at most ${issue.maximum} characters`,
      param,
      "parameter_invalid_string_too_long",
    );
  if (issue.code === "too_small")
    return invalidRequest(
      `Invalid integer: ${value}; must be greater than or equal to ${issue.minimum}`,
      param,
      "parameter_invalid_integer",
    );
  if (issue.code === "too_big")
    return invalidRequest(
      `Invalid integer: ${value}; must be less than or equal to ${issue.maximum}`,
      param,
      "parameter_invalid_integer",
    );
  if (issue.code === "custom") return invalidRequest(issue.message, param);
  return invalidRequest(`Invalid value for ${param}`, param);
}

/** Parses the parameters. Throws Stripe's 400 for the first unknown, missing or invalid one. */
export function parseParams<S extends z.ZodType>(schema: S, raw: RawParams): z.output<S> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [first] = [...parsed.error.issues].sort((a, b) => rank(a, raw) - rank(b, raw));
  throw first ? toStripeError(first, raw) : invalidRequest("Invalid request");
}
