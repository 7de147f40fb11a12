import { fetchFromAuth } from "@/lib/supabase/auth-fetch";
import { catchLog } from "@/sandbox/builders/caught-log";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();
const logged = catchLog();
const URL_OF_USER = "http://127.0.0.1:1/auth/v1/user";

async function passedOn(answer: Response): Promise<{ status: number; text: string }> {
  jest.spyOn(globalThis, "fetch").mockResolvedValueOnce(answer);
  const response = await fetchFromAuth(URL_OF_USER);
  return { status: response.status, text: await response.text() };
}
const json = (status: number, body: object) => () => Response.json(body, { status });
const html = (status: number) => () =>
  new Response("<html>Blocked</html>", { status, headers: { "content-type": "text/html" } });

test.each([
  ["a person", json(200, { id: "u" })],
  ["an empty success", () => new Response("", { status: 200 })],
  ["a refusal", json(403, { code: "session_not_found", message: "gone" })],
  ["too many calls", json(429, { code: "over_request_rate_limit", message: "slow down" })],
  ["a fault in its own words", json(500, { code: "unexpected_failure", message: "Error sending email" })],
])("passes on the auth service's response: %s", async (_, answer) => {
  const expected = { status: answer().status, text: await answer().text() };
  expect(await passedOn(answer())).toEqual(expected);
  expect(logged("auth.answered_by_gateway")).toEqual([]);
});

test.each([
  ["a paused project", () => new Response("paused", { status: 540 })],
  ["a refused key", json(401, { message: "Invalid API key" })],
  ["403 in JSON", json(403, { message: "forbidden" })],
  ["502 in HTML", html(502)],
  ["200 in HTML", html(200)],
])("treats %s as an outage and logs it", async (_, answer) => {
  expect(await passedOn(answer())).toMatchObject({ status: 503 });
  expect(logged("auth.answered_by_gateway")).toEqual([expect.objectContaining({ level: "error" })]);
});

test("returns a gateway's 429 in the auth service's format", async () => {
  const { status, text } = await passedOn(html(429)());
  expect([status, JSON.parse(text)]).toEqual([
    429,
    expect.objectContaining({ code: "over_request_rate_limit" }),
  ]);
});
