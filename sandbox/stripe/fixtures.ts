import fixtures from "./fixtures.json" with { type: "json" };

// The example still has a field that the API moved to `parent`.
const { subscription: _moved, ...invoice } = fixtures.resources.invoice;

/** Stripe's own example of each kind of object. */
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
 * A new object with the fields of Stripe's example and none of its values: to be spread into an object of the SDK's
 * type, so that the compiler asks for each field that may not be null.
 */
export function cleared<Example extends object>(example: Example): Cleared<Example> {
  const fields = Object.entries(example).map(([field, value]) => [field, clearedField(field, value)]);
  return Object.fromEntries(fields) as Cleared<Example>;
}
