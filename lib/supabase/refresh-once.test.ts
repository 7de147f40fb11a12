import { refreshOnce } from "@/lib/supabase/refresh-once";

const URL_OF_REFRESH = "http://auth.test/auth/v1/token?grant_type=refresh_token";
let calls = 0;
let answer: () => Promise<Response>;

beforeEach(() => {
  jest.useFakeTimers();
  calls = 0;
  answer = async () => Response.json({ access_token: `token-${calls}` });
  global.fetch = jest.fn(async () => {
    calls++;
    return answer();
  });
});

afterEach(() => jest.useRealTimers());

const refresh = (token: string) =>
  refreshOnce(URL_OF_REFRESH, { method: "POST", body: JSON.stringify({ refresh_token: token }) });

test("twenty callers with one token share one call and its answer", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh("a")));
  const bodies = await Promise.all(answers.map((response) => response.json()));
  expect(calls).toBe(1);
  expect(new Set(bodies.map(({ access_token: token }) => token))).toEqual(new Set(["token-1"]));
});

test("another token is another call, and so is the same one after ten seconds", async () => {
  await Promise.all([refresh("b"), refresh("c")]);
  expect(calls).toBe(2);
  jest.advanceTimersByTime(10_001);
  await refresh("b");
  expect(calls).toBe(3);
});

test.each([
  ["an outage", async () => Promise.reject(new TypeError("fetch failed"))],
  ["a fault of the service", async () => new Response("", { status: 503 })],
])("%s is not kept: the next caller asks again", async (name, failure) => {
  answer = failure as () => Promise<Response>;
  await refresh(name).catch(() => null);
  answer = async () => Response.json({});
  expect((await refresh(name)).status).toBe(200);
  expect(calls).toBe(2);
});

test("every other call goes through", async () => {
  await refreshOnce("http://auth.test/auth/v1/token?grant_type=password", { method: "POST", body: "{}" });
  await refreshOnce("http://auth.test/auth/v1/user");
  await refreshOnce("http://auth.test/auth/v1/user");
  expect(calls).toBe(3);
});
