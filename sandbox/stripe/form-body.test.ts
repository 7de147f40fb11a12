import { canonicalParams, parseForm } from "./form-body.ts";

describe("parseForm", () => {
  test("reads brackets, indexes and empty brackets", () => {
    expect(parseForm("a=1&b[c]=2&b[d][0][e]=3&f[]=4&f[]=5&g=%5B%5D")).toEqual({
      a: "1",
      b: { c: "2", d: { 0: { e: "3" } } },
      f: { 0: "4", 1: "5" },
      g: "[]",
    });
  });

  test("takes hostile names for names", () => {
    const params = parseForm("__proto__[polluted]=1&constructor[x]=2&a]b[=3&[x]=4&metadata[__proto__]=5");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(params)).toEqual(["__proto__", "constructor", "a]b[", "[x]", "metadata"]);
  });

  test("gives equal parameters one text, whatever their order", () => {
    expect(canonicalParams(parseForm("b[y]=2&a=1&b[x]=3"))).toBe(
      canonicalParams(parseForm("a=1&b[x]=3&b[y]=2")),
    );
    expect(canonicalParams(parseForm("a=1"))).not.toBe(canonicalParams(parseForm("a=2")));
  });
});
