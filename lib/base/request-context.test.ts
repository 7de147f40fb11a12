import { setTimeout as sleep } from "node:timers/promises";
import { AppError, ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { currentRequest, enterRequest, RequestContext, withinRequest } from "@/lib/base/request-context";
import { catchLog } from "@/sandbox/builders/caught-log";

const logged = catchLog();

test("lines of the log carry the request they were written for, however the work is spread", async () => {
  const answer = async (id: string) => {
    enterRequest(new RequestContext(id, `/track/${id}`));
    await sleep(Math.random() * 20);
    log.info("test.said", { about: id });
    await Promise.all([1, 2].map(() => sleep(1).then(() => log.warn("test.said", { about: id }))));
    setImmediate(() => log.error("test.said", new Error("no"), { about: id }));
    await sleep(5);
  };
  await Promise.all(
    ["a", "b", "c"].map((id) => withinRequest(new RequestContext("x", "/"), () => answer(id))),
  );
  const lines = logged("test.said");
  expect(lines).toHaveLength(12);
  for (const line of lines) expect(line.request).toBe(line.about);
});

test("a line that is written for no request names none", () => {
  log.info("test.alone");
  expect(Object.keys(logged("test.alone")[0] ?? {})).toEqual(["at", "level", "event"]);
  expect(currentRequest()).toBeUndefined();
});

test("a line names the request's trace when there is one", () => {
  const request = new RequestContext("r1", "/");
  request.traceId = "t1";
  withinRequest(request, () => log.info("test.traced"));
  expect(logged("test.traced")).toMatchObject([{ request: "r1", trace: "t1" }]);
});

test("a request knows its route and never tells its address", () => {
  const request = new RequestContext("r1", "/track/secret?email=jane@example.org");
  expect(request.route).toBe("/track/[id]");
  expect(JSON.stringify(request)).not.toMatch(/secret|jane/);
});

test("a fault of ours is known by its request's id, a second one by a number behind it", () => {
  withinRequest(new RequestContext("r1", "/"), () => {
    expect(new AppError("database_failed").digest).toBe("r1");
    expect(new AppError("not_found").digest).toBeUndefined();
    expect(new ServiceUnavailableError("database", null).digest).toBe("r1-2");
  });
  withinRequest(new RequestContext("r2", "/"), () => expect(new AppError("unexpected").digest).toBe("r2"));
  expect(new AppError("unexpected").digest).toBeUndefined();
});
