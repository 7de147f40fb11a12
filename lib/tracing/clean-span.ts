import "server-only";
import type { Attributes, AttributeValue } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { routeOf } from "@/lib/base/route";

export const OUR_SCOPE = "slabrelay";

/** Next.js spans worth exporting. All others are dropped. */
const NEXT_STEPS = new Set([
  "BaseServer.handleRequest",
  "Middleware.execute",
  "RouteModule.prepare",
  "NextNodeServer.findPageComponents",
  "NextNodeServer.createComponentTree",
  "NextNodeServer.getLayoutOrPageModule",
  "NextNodeServer.clientComponentLoading",
  "NextNodeServer.startResponse",
  "LoadComponents.loadRouteModule",
  "ResolveMetadata.generateMetadata",
  "ResolveMetadata.generateViewport",
  "AppRender.getBodyResult",
  "AppRouteRouteHandlers.runHandler",
  "AppRouteRouteModule.loadUserland",
]);

const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;
const SERVICES = /^(database|auth|storage|payments|mail)$/;
const CALLED = /^([A-Z]{3,7} )?[a-z{.][a-z0-9_{}./-]{0,79}$/;

const isText = (form: RegExp) => (value: AttributeValue) => typeof value === "string" && form.test(value);
const isRoute = (value: AttributeValue) => typeof value === "string" && routeOf(value) === value;

const ATTRIBUTES: Record<string, (value: AttributeValue) => boolean> = {
  "http.request.method": isText(METHODS),
  "http.route": isRoute,
  "http.response.status_code": (value) => Number.isInteger(value),
  "peer.service": isText(SERVICES),
  "call.name": isText(CALLED),
};

/**
 * Returns a span safe to export, or null. Keeps only allowlisted names and attributes, and no events or links, so no
 * path, query, header or ID leaks, whatever Next.js or a library adds.
 */
export function cleanSpan(span: ReadableSpan): ReadableSpan | null {
  const given = withRoute(span.attributes);
  const attributes = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && ATTRIBUTES[name]?.(value)),
  );
  const name = nameOf(span, attributes);
  if (name === null) return null;
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    name,
    attributes,
    kind: span.kind,
    spanContext: () => ({ traceId, spanId, traceFlags }),
    ...(span.parentSpanContext ? { parentSpanContext: span.parentSpanContext } : {}),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code },
    events: [],
    links: [],
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function withRoute(attributes: Attributes): Attributes {
  const route = attributes["http.route"] ?? attributes["next.route"];
  return typeof route === "string" ? { ...attributes, "http.route": routeOf(route) } : attributes;
}

function nameOf({ instrumentationScope, attributes }: ReadableSpan, clean: Attributes): string | null {
  if (instrumentationScope.name === OUR_SCOPE) {
    const { "peer.service": service, "call.name": called = "other" } = clean;
    if (service) return `${service} ${called}`;
    return `${clean["http.request.method"] ?? "OTHER"} ${clean["http.route"] ?? "other"}`;
  }
  const step = attributes["next.span_type"];
  const isKnown = instrumentationScope.name === "next.js" && typeof step === "string" && NEXT_STEPS.has(step);
  return isKnown ? step : null;
}
