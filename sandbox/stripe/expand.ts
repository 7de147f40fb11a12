import { invalidRequest } from "./errors.ts";
import type { ObjectName } from "./object-types.ts";
import type { Sandbox } from "./sandbox.ts";

const MAX_DEPTH = 4;

/** How a field is expanded: the kind of object its ID names, or a function that builds the field. */
export type Expansion = ObjectName | ((sandbox: Sandbox, owner: { id: string }) => object);

export type Expandable = Record<string, Record<string, Expansion>>;

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function expandField(sandbox: Sandbox, expandable: Expandable, fields: Fields, field: string): unknown {
  const expansion = expandable[String(fields.object)]?.[field];
  const current = fields[field];
  if (expansion === undefined || isFields(current) || current === null) return current;
  if (typeof expansion === "function") return expansion(sandbox, { id: String(fields.id) });
  return typeof current === "string" ? sandbox.store.get(expansion, current) : current;
}

function expandPath(
  sandbox: Sandbox,
  expandable: Expandable,
  value: unknown,
  path: string[],
  full: string,
): unknown {
  const [field, ...rest] = path;
  if (field === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expandPath(sandbox, expandable, item, path, full));
  const known = isFields(value) && (field in value || field in (expandable[String(value.object)] ?? {}));
  if (!known) throw invalidRequest(`This property cannot be expanded (${full}).`, "expand");
  const expanded = expandField(sandbox, expandable, value, field);
  if (rest.length === 0 && expanded !== null && typeof expanded !== "object")
    throw invalidRequest(`This property cannot be expanded (${full}).`, "expand");
  return { ...value, [field]: expandPath(sandbox, expandable, expanded, rest, full) };
}

/** Returns the object with the fields of `expand[]` replaced by their objects, up to four levels deep. */
export function expandObject(
  sandbox: Sandbox,
  expandable: Expandable,
  object: object,
  paths: readonly string[],
): object {
  return paths.reduce<object>((result, full) => {
    const path = full.split(".");
    if (path.length > MAX_DEPTH)
      throw invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property`, "expand");
    return expandPath(sandbox, expandable, result, path, full) as object;
  }, object);
}
