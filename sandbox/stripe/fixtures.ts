import fixtures from "./fixtures.json" with { type: "json" };

// The example still has a field that the API moved to `parent`.
const { subscription: _moved, ...invoice } = fixtures.resources.invoice;

export const EXAMPLES = { ...fixtures.resources, invoice };

type Cleared<Example> = {
  [Field in keyof Example]: Field extends "livemode"
    ? false
    : Field extends "metadata"
      ? Record<string, never>
      : Example[Field] extends never[]
        ? never[]
        : null;
};

function clearedField(field: string, value: unknown): unknown {
  if (field === "livemode") return false;
  if (field === "metadata") return {};
  return Array.isArray(value) && value.length === 0 ? [] : null;
}

/**
 * Returns a new object with the fields of Stripe's example and no values. Spread into an object of the SDK's type, it
 * makes the compiler require every non-null field.
 */
export function cleared<Example extends object>(example: Example): Cleared<Example> {
  const fields = Object.entries(example).map(([field, value]) => [field, clearedField(field, value)]);
  return Object.fromEntries(fields) as Cleared<Example>;
}
