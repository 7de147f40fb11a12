import fc from "fast-check";
import { type $ZodType, toJSONSchema } from "zod/v4/core";

type Shape = {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
type Value = fc.Arbitrary<unknown>;

/** A placeholder for a number literal that JSON.stringify would change. */
const literal = (text: string) => `\u2318${text}\u2318`;
const LITERALS = ["1e309", "-1e309", "-0", "1e-400", "9007199254740993", "0.1e1"];

const HOSTILE: unknown[] = [
  ...LITERALS.map(literal),
  ...[null, true, false, 0, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308],
  ...[
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udc00x",
    "\ufeff",
    "\u202e",
    "\u2028",
    "\r\nset-cookie: a=b",
  ],
  ...["null", "undefined", "NaN", "[object Object]", "true", "0", "-1", "1e3", "0x10", "１２"],
  ...[
    "%",
    "_",
    "\\",
    "'",
    '"',
    "'; drop table orders; --",
    "x,y.eq.z)",
    "{{7*7}}",
    "$" + "{7*7}",
    "<script>",
  ],
  ...["../../admin/users", "%2e%2e%2f", "00000000-0000-0000-0000-000000000000", "constructor", "__proto__"],
  ...["a".repeat(256), "a".repeat(5_001)],
  ...["é".repeat(2_001), "🃏".repeat(1_000), "a@b", "a@b@c", "İ@example.test", "person@example.test\n"],
  ...[[], {}, [[]], [null], { length: 1e9 }, { toString: 1 }, JSON.parse('{"then":1}'), { $ne: null }],
];

const NO_OBJECTS: string[] = [
  ...[
    "",
    " ",
    "{",
    "[",
    "]",
    '"',
    "nul",
    "NaN",
    "-",
    "{a:1}",
    "{'a':1}",
    "[1,]",
    '{"a":1,}',
    "\u0000",
    "\ufeff{}",
  ],
  ...["null", "true", "0", "1e309", "-0", '""', "[]", "[{}]", '"\\ud800"', '"\\u0000"', '{"\\u0000":1}'],
  ...['{"__proto__":{"role":"owner"}}', '{"constructor":{"prototype":{"role":"owner"}}}', '{"":""}'],
  `${"[".repeat(200)}${"]".repeat(200)}`,
  `${'{"a":'.repeat(200)}1${"}".repeat(200)}`,
  "[".repeat(20_000),
  JSON.stringify({ notes: "a".repeat(33 * 1024) }),
  JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key${n}`, n]))),
];

/** Draws values of a shape, ignoring its refinements. */
function shaped(shape: Shape, leaf: (own: Value) => Value): Value {
  const kinds = shape.anyOf ?? shape.oneOf;
  if (kinds) return fc.oneof(...kinds.map((kind) => shaped(kind, leaf)));
  if (shape.enum) return leaf(fc.constantFrom(...shape.enum));
  if (shape.const !== undefined) return leaf(fc.constant(shape.const));
  switch (shape.type) {
    case "object":
      return shapedObject(shape.properties ?? {}, leaf);
    case "array":
      return leaf(fc.array(shaped(shape.items ?? {}, leaf), { maxLength: 4 }));
    case "integer":
      return leaf(
        fc.integer({
          min: Math.max(shape.minimum ?? 0, -(2 ** 31)),
          max: Math.min(shape.maximum ?? 99, 2 ** 31 - 1),
        }),
      );
    case "number":
      return leaf(fc.double({ min: shape.minimum ?? 0, max: shape.maximum ?? 1e6, noNaN: true }));
    case "boolean":
      return leaf(fc.boolean());
    case "null":
      return leaf(fc.constant(null));
    case "string":
      return leaf(shapedText(shape));
    default:
      return leaf(fc.jsonValue({ maxDepth: 3 }));
  }
}

function shapedObject(properties: Record<string, Shape>, leaf: (own: Value) => Value): Value {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => [name, shaped(shape, leaf)]),
  );
  return fc.record(fields, { requiredKeys: [] });
}

function shapedText({ pattern, format, minLength = 0, maxLength = 200 }: Shape): Value {
  if (format === "uuid") return fc.uuid();
  // fast-check can't draw lookarounds.
  if (pattern && !pattern.includes("(?")) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 300) });
}

/** Adds a key that JavaScript treats specially or that isn't in the schema. */
const withMore = (value: unknown, [name, more]: [string, unknown]) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.defineProperty({ ...value }, name, { value: more, enumerable: true });
};
const more = fc.tuple(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "role",
    "is_admin",
    "user_id",
    "id",
    "",
  ),
  fc.constantFrom<unknown>({ role: "owner" }, [], "owner", true, null),
);

const toText = (value: unknown) => JSON.stringify(value).replace(/"\u2318([^\u2318]*)\u2318"/g, "$1");

/** Repeats keys with other values. */
const twice = (value: unknown, other: unknown) => {
  const [one, two] = [toText(value), toText(other)];
  if (!one.startsWith("{") || !two.startsWith("{") || one === "{}" || two === "{}") return one;
  return `${one.slice(0, -1)},${two.slice(1)}`;
};

/** Generates valid, hostile and malformed bodies for a schema, or any JSON for null. */
export function hostileBodies(schema: $ZodType | null): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const shape = schema ? (toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape) : {};
  const hostile = fc.constantFrom(...HOSTILE);
  const good = shaped(shape, (own) => own);
  const bad = shaped(shape, (own) =>
    fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: hostile }),
  );
  return fc.oneof(
    { weight: 3, arbitrary: good.map(toText) },
    { weight: 10, arbitrary: bad.map(toText) },
    { weight: 3, arbitrary: fc.tuple(bad, more).map(([value, key]) => toText(withMore(value, key))) },
    { weight: 2, arbitrary: fc.tuple(bad, bad).map(([value, other]) => twice(value, other)) },
    { weight: 2, arbitrary: fc.constantFrom(...NO_OBJECTS) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => new Uint8Array(bytes)) },
  );
}
