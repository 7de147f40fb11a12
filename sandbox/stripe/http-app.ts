import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import Stripe from "stripe";
import type { Api } from "./api.ts";
import { controlRoutes } from "./control.ts";
import { pageRoutes } from "./pages/routes.ts";
import type { Sandbox } from "./sandbox.ts";

/** All that the sandbox answers over HTTP. */
export function httpApp(sandbox: Sandbox, api: Api): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all("/v1/*", async (c) => {
    const url = new URL(c.req.url);
    const answer = await api.handle({
      method: c.req.method,
      path: url.pathname,
      query: url.search.slice(1),
      body: await c.req.text(),
      authorization: c.req.header("Authorization"),
      contentType: c.req.header("Content-Type"),
      idempotencyKey: c.req.header("Idempotency-Key"),
    });
    if (answer.dropped) {
      c.env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    return new Response(answer.body, {
      status: answer.status,
      headers: {
        "Cache-Control": "no-cache, no-store",
        "Content-Type": "application/json",
        "Request-Id": answer.requestId,
        "Stripe-Version": c.req.header("Stripe-Version") ?? Stripe.API_VERSION,
        ...(answer.replayed ? { "Idempotent-Replayed": "true" } : {}),
        ...(answer.original === null
          ? {}
          : {
              "Idempotency-Key": c.req.header("Idempotency-Key") ?? "",
              "Original-Request": answer.original,
            }),
      },
    });
  });
  app.route("/_control", controlRoutes(sandbox));
  app.route("/", pageRoutes(sandbox));
  app.notFound((c) => c.text("There is nothing here. This is the payment sandbox.", 404));
  app.onError((error, c) => {
    sandbox.log(error.stack ?? error.message);
    return c.text("Something went wrong in the payment sandbox; its log says what.", 500);
  });
  return app;
}
