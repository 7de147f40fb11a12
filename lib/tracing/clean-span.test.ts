import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import { CleanExporter } from "@/lib/tracing/clean-exporter";
import { cleanSpan } from "@/lib/tracing/clean-span";
import { catchLog } from "@/sandbox/builders/caught-log";

describe("clean span", () => {
  const SECRET = "f3Jk-secret-token";

  /** A span as somebody has made it, with secrets wherever one fits. */
  function aSpan({
    scope = "next.js",
    ...changed
  }: Partial<ReadableSpan> & { scope?: string }): ReadableSpan {
    return {
      name: `GET /track/${SECRET}`,
      kind: SpanKind.SERVER,
      spanContext: () => ({ traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: 1 }),
      parentSpanContext: { traceId: "1".repeat(32), spanId: "3".repeat(16), traceFlags: 1 },
      startTime: [1, 0],
      endTime: [2, 0],
      duration: [1, 0],
      ended: true,
      status: { code: SpanStatusCode.ERROR, message: `no order of ${SECRET}` },
      attributes: {},
      links: [{ context: { traceId: SECRET, spanId: SECRET, traceFlags: 1 } }],
      events: [{ name: "exception", time: [1, 0], attributes: { "exception.message": SECRET } }],
      resource: resourceFromAttributes({ "service.name": "slabrelay" }),
      instrumentationScope: { name: scope },
      droppedAttributesCount: 1,
      droppedEventsCount: 1,
      droppedLinksCount: 1,
      ...changed,
    };
  }

  const ours = (attributes: ReadableSpan["attributes"]) =>
    cleanSpan(aSpan({ scope: "slabrelay", attributes }));
  const nexts = (attributes: ReadableSpan["attributes"]) => cleanSpan(aSpan({ attributes }));

  test("a span keeps its place and its time, and loses messages, events and links", () => {
    const span = aSpan({ attributes: { "next.span_type": "AppRender.getBodyResult" } });
    const clean = cleanSpan(span);
    expect(clean).toMatchObject({
      name: "AppRender.getBodyResult",
      kind: SpanKind.SERVER,
      parentSpanContext: span.parentSpanContext,
      startTime: [1, 0],
      endTime: [2, 0],
      events: [],
      links: [],
    });
    expect(clean?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(clean?.spanContext()).toEqual(span.spanContext());
    expect(JSON.stringify(clean)).not.toContain(SECRET);
  });

  test("a request is named by its method and route, whatever Next has named it", () => {
    const clean = ours({
      "http.request.method": "GET",
      "http.route": `/track/${SECRET}`,
      "http.response.status_code": 200,
      "http.target": `/track/${SECRET}?email=jane@example.org`,
      "user.id": SECRET,
    });
    expect(clean?.name).toBe("GET /track/[id]");
    expect(clean?.attributes).toEqual({
      "http.request.method": "GET",
      "http.route": "/track/[id]",
      "http.response.status_code": 200,
    });
  });

  test.each([
    [{ "http.request.method": SECRET, "http.route": `/${SECRET}` }, "OTHER unlisted"],
    [{}, "OTHER other"],
    [{ "peer.service": SECRET, "call.name": SECRET }, "OTHER other"],
    [{ "peer.service": "database", "call.name": "reserve_order" }, "database reserve_order"],
    [{ "peer.service": "database", "call.name": `Reserve ${SECRET}` }, "database other"],
    [{ "peer.service": "payments", "call.name": "POST v1/refunds/{id}" }, "payments POST v1/refunds/{id}"],
    [{ "peer.service": "auth", "call.name": "GET .well-known/jwks.json" }, "auth GET .well-known/jwks.json"],
    [{ "peer.service": "mail", "call.name": "jane@example.org" }, "mail other"],
    [{ "peer.service": "mail", "call.name": ["refund"] }, "mail other"],
  ])("a span of ours with %j is named %s", (attributes, name) => {
    const clean = ours(attributes);
    expect(clean?.name).toBe(name);
    expect(JSON.stringify(clean)).not.toMatch(new RegExp(`${SECRET}|jane`));
  });

  test("a step of Next's is named by its kind, with its route and nothing else", () => {
    const clean = nexts({
      "next.span_type": "AppRouteRouteHandlers.runHandler",
      "next.span_name": `executing api route (app) /track/${SECRET}`,
      "next.route": "/track/[token]",
      "next.segment": SECRET,
      "http.target": `/track/${SECRET}`,
    });
    expect(clean?.name).toBe("AppRouteRouteHandlers.runHandler");
    expect(clean?.attributes).toEqual({ "http.route": "/track/[id]" });
  });

  test.each([
    ["a fetch of Next's", { attributes: { "next.span_type": "AppRender.fetch" } }],
    ["a step that nobody knows", { attributes: { "next.span_type": "AppRender.tomorrow" } }],
    ["a span without a kind", {}],
    ["a library's", { scope: "some-library", attributes: { "next.span_type": "Middleware.execute" } }],
  ])("%s does not leave this machine", (_, changed) => {
    expect(cleanSpan(aSpan(changed))).toBeNull();
  });
});

describe("clean exporter", () => {
  const logged = catchLog();

  /** An exporter that keeps what it is given, and answers as told. */
  function anExporter(result: Parameters<Parameters<SpanExporter["export"]>[1]>[0]) {
    const sent: ReadableSpan[][] = [];
    const ended: string[] = [];
    const inner: SpanExporter = {
      export: (spans, done) => {
        sent.push(spans);
        done(result);
      },
      shutdown: async () => void ended.push("shutdown"),
      forceFlush: async () => void ended.push("flush"),
    };
    return { exporter: new CleanExporter(inner), sent, ended };
  }

  const aSpan = (name: string) =>
    ({
      instrumentationScope: { name },
      attributes: { "peer.service": "mail", "call.name": "refund", other: "secret" },
      status: { code: 0 },
      spanContext: () => ({ traceId: "1", spanId: "2", traceFlags: 1 }),
    }) as unknown as ReadableSpan;

  test("only clean spans are handed on, and none of them means no call", () => {
    const { exporter, sent } = anExporter({ code: 0 });
    const results: unknown[] = [];
    exporter.export([aSpan("slabrelay"), aSpan("a-library")], (result) => results.push(result));
    exporter.export([aSpan("a-library")], (result) => results.push(result));
    expect(sent.map((spans) => spans.map(({ name }) => name))).toEqual([["mail refund"]]);
    expect(results).toEqual([{ code: 0 }, { code: 0 }]);
  });

  test("a collector that is away is told in the log, once a minute", () => {
    let now = 5_000;
    jest.spyOn(performance, "now").mockImplementation(() => now);
    const { exporter } = anExporter({ code: 1, error: new Error("refused for jane@example.org") });
    const results: unknown[] = [];
    const send = () => exporter.export([aSpan("slabrelay")], ({ code }) => results.push(code));
    send();
    now += 59_999;
    send();
    expect(logged("tracing.not_sent")).toMatchObject([{ error: "Error: refused for [email]" }]);
    now += 1;
    send();
    expect(logged("tracing.not_sent")).toHaveLength(2);
    expect(results).toEqual([1, 1, 1]);
  });

  test("it is emptied and ended with the exporter that it is made of", async () => {
    const { exporter, ended } = anExporter({ code: 0 });
    await exporter.forceFlush();
    await exporter.shutdown();
    expect(ended).toEqual(["flush", "shutdown"]);
  });
});
