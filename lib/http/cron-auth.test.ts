import { cron } from "@/lib/http/cron-auth";

const SECRET = "a-cron-secret-of-at-least-32-characters";
jest.mock("@/lib/base/env", () => ({
  env: () => ({ CRON_SECRET: "a-cron-secret-of-at-least-32-characters" }),
}));

const request = (authorization?: string) =>
  new Request("https://www.example.com/api/cron/outbox", { headers: authorization ? { authorization } : {} });

test.each([`Bearer ${SECRET}`, `bearer ${SECRET}`])("%s may", async (authorization) => {
  await expect(cron({ request: request(authorization) })).resolves.toBe("scheduler");
});

test.each([
  ["nothing", undefined],
  ["an empty token", "Bearer "],
  ["another secret", "Bearer another-secret-of-at-least-32-characters"],
  ["the beginning of it", `Bearer ${SECRET.slice(0, -1)}`],
  ["it and more", `Bearer ${SECRET}x`],
  ["it in capitals", `Bearer ${SECRET.toUpperCase()}`],
  ["it without its scheme", SECRET],
  ["it as a password", `Basic ${btoa(`cron:${SECRET}`)}`],
])("who sends %s gets 401", async (_, authorization) => {
  await expect(cron({ request: request(authorization) })).rejects.toMatchObject({ status: 401 });
});
