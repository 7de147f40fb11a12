import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { cleanSpan } from "@/lib/tracing/clean-span";

const SECRET = "f3Jk-secret-token";

function aSpan({ scope = "next.js", ...changed }: Partial<ReadableSpan> & { scope?: string }): ReadableSpan {
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

const ours = (attributes: ReadableSpan["attributes"]) => cleanSpan(aSpan({ scope: "slabrelay", attributes }));

test("keeps a span's parent and times, without messages, events and links", () => {
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

test.each([
  [{ "http.request.method": SECRET, "http.route": `/${SECRET}` }, "OTHER unlisted"],
  [{ "peer.service": SECRET, "call.name": SECRET }, "OTHER other"],
  [{ "peer.service": "database", "call.name": "reserve_order" }, "database reserve_order"],
  [{ "peer.service": "database", "call.name": `Reserve ${SECRET}` }, "database other"],
  [{ "peer.service": "payments", "call.name": "POST v1/refunds/{id}" }, "payments POST v1/refunds/{id}"],
  [{ "peer.service": "mail", "call.name": "jane@example.org" }, "mail other"],
])("names our span with %j as %s", (attributes, name) => {
  const clean = ours(attributes);
  expect(clean?.name).toBe(name);
  expect(JSON.stringify(clean)).not.toMatch(new RegExp(`${SECRET}|jane`));
});

test.each([
  ["a fetch of Next's", { attributes: { "next.span_type": "AppRender.fetch" } }],
  ["a step that nobody knows", { attributes: { "next.span_type": "AppRender.tomorrow" } }],
  ["a library's", { scope: "some-library", attributes: { "next.span_type": "Middleware.execute" } }],
])("never exports %s", (_, changed) => {
  expect(cleanSpan(aSpan(changed))).toBeNull();
});
