import { channel } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { type ProxyTracerProvider, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { ReadableSpan, TracerProvider } from "@opentelemetry/sdk-trace";
import { RequestContext, withinRequest } from "@/lib/base/request-context";
import { watchCall } from "@/lib/base/watched-call";
import { startTracing } from "@/lib/tracing/start-tracing";
import { setTestSettings } from "@/sandbox/builders/test-settings";

jest.mock("@opentelemetry/exporter-trace-otlp-http");

test("exports requests and service calls without personal data", async () => {
  setTestSettings();
  const sent: ReadableSpan[] = [];
  jest.mocked(OTLPTraceExporter.prototype.export).mockImplementation((spans, done) => {
    sent.push(...spans);
    done({ code: 0 });
  });
  startTracing();

  const email = "jane@example.org";
  const url = `/track/${"a".repeat(43)}?email=${email}`;
  const headers = { traceparent: `00-${"b".repeat(32)}-${"c".repeat(16)}-01`, baggage: email };
  const response = Object.assign(new EventEmitter(), { statusCode: 500 });
  await withinRequest(new RequestContext("canary-request", url), async () => {
    channel("http.server.request.start").publish({ request: { method: "GET", url, headers }, response });
    const attributes = { "next.span_type": "AppRender.getBodyResult", "http.target": url };
    trace.getTracer("next.js").startSpan(`GET ${url}`, { attributes }).end();
    const call = { service: "database", name: "get_tracked_order" } as const;
    const failing = watchCall(call, () => Promise.reject(new Error(`no order of ${email}`)));
    await expect(failing).rejects.toThrow();
  });
  response.emit("close");
  await ((trace.getTracerProvider() as ProxyTracerProvider).getDelegate() as TracerProvider).forceFlush();

  expect(sent.map(({ name }) => name).sort()).toEqual([
    "AppRender.getBodyResult",
    "GET /track/[id]",
    "database get_tracked_order",
  ]);
  const text = JSON.stringify(sent.map((span) => [span, span.spanContext()]));
  expect(text).not.toMatch(/jane|a{43}|b{32}|c{16}|canary/);
});
