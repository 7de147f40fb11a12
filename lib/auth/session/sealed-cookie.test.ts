import { sealedCookie } from "@/lib/auth/session/sealed-cookie";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const cookie = sealedCookie<{ token: string }>("held", 10);
const other = sealedCookie<{ token: string }>("other", 10);

/** A browser's cookies, with the attributes that each was set with. */
function aStore() {
  const kept = new Map<string, { value: string; options: object }>();
  return {
    kept,
    get: (name: string) => kept.get(name),
    set: (name: string, value: string, options: object) => kept.set(name, { value, options }),
  };
}

afterEach(() => jest.useRealTimers());

test("gives back what was kept, and keeps it from everybody else", async () => {
  const store = aStore();
  await cookie.keep(store, { token: "secret" });
  expect(store.kept.get("held")?.options).toMatchObject({ httpOnly: true, sameSite: "lax", maxAge: 600 });
  expect(Buffer.from(store.kept.get("held")?.value ?? "", "base64url").toString()).not.toContain("secret");
  expect(await cookie.open(store)).toEqual({ token: "secret" });
});

test("drops it", async () => {
  const store = aStore();
  await cookie.keep(store, { token: "secret" });
  cookie.drop(store);
  expect(store.kept.get("held")).toMatchObject({ value: "", options: { maxAge: 0 } });
  expect(await cookie.open(store)).toBeNull();
});

test("ends after its minutes", async () => {
  const store = aStore();
  await cookie.keep(store, { token: "secret" });
  jest.useFakeTimers({
    now: Date.now() + 601_000,
    doNotFake: ["nextTick", "setImmediate", "queueMicrotask"],
  });
  expect(await cookie.open(store)).toBeNull();
});

test.each([
  ["nothing", undefined],
  ["a text of somebody else", "garbage"],
  ["a token that is not sealed", "eyJhbGciOiJub25lIn0.e30."],
])("%s opens to nothing", async (_, value) => {
  const store = aStore();
  if (value) store.set("held", value, {});
  expect(await cookie.open(store)).toBeNull();
});

test("one kind cannot be passed off as another", async () => {
  const store = aStore();
  await other.keep(store, { token: "secret" });
  store.set("held", store.kept.get("other")?.value ?? "", {});
  expect(await cookie.open(store)).toBeNull();
});
