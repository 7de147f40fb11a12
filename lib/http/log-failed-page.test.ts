import { AppError } from "@/lib/base/errors";
import { RequestContext, withinRequest } from "@/lib/base/request-context";
import { logFailedPage } from "@/lib/http/log-failed-page";
import { catchLog } from "@/sandbox/builders/caught-log";

const logged = catchLog();

test("a page that failed is told with its route, its request and the reference that is shown", () => {
  withinRequest(new RequestContext("r1", "/track/secret"), () => {
    logFailedPage(new AppError("database_unavailable"), "/track/[token]");
  });
  expect(logged("page.failed")).toEqual([
    {
      at: expect.any(String),
      level: "error",
      event: "page.failed",
      route: "/track/[id]",
      reference: "r1",
      error: expect.stringContaining("AppError"),
      request: "r1",
    },
  ]);
});

test("what nobody foresaw is told with Next's own number, and addresses in it are blacked out", () => {
  logFailedPage(Object.assign(new TypeError("no jane@example.org"), { digest: "1234567" }), "/admin/page");
  logFailedPage("thrown", "/login");
  expect(logged("page.failed")).toMatchObject([
    { route: "unlisted", reference: "1234567", error: "TypeError: no [email]" },
    { route: "/login", error: "string" },
  ]);
});
