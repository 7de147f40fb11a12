import { requireScheduler } from "@/lib/jobs/require-scheduler";
import { setTestSettings } from "@/sandbox/builders/test-settings";

setTestSettings();

const secret = process.env.CRON_SECRET ?? "";
const call = (authorization?: string) => ({
  request: new Request("http://localhost:3000/api/cron/outbox", {
    method: "POST",
    headers: authorization ? { authorization } : {},
  }),
});

test("lets the scheduler in by its secret", async () => {
  await expect(requireScheduler(call(`Bearer ${secret}`))).resolves.toBe("scheduler");
});

test.each([
  ["nothing", undefined],
  ["another secret", "Bearer another-secret-of-at-least-32-characters"],
  ["it without its scheme", secret],
])("who sends %s is told of the secret, and nothing of its value", async (_, authorization) => {
  const error = await requireScheduler(call(authorization)).catch((met: unknown) => met);
  expect(error).toMatchObject({
    code: "scheduler_secret_wrong",
    status: 401,
    headers: { "www-authenticate": "Bearer" },
    message: expect.stringMatching(/secret is missing or wrong.*CRON_SECRET/),
  });
  expect(String(error)).not.toContain(secret);
});
