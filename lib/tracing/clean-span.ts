import "server-only";
import type { Attributes, AttributeValue } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { routeOf } from "@/lib/base/route";

/** Names our own spans' maker. */
export const OUR_SCOPE = "slabrelay";

/** The steps of Next's that are worth a span; its spans of fetches, and whatever it adds one day, are not kept. */
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
/** A function or table, a kind of mail, or a method with the words of an operation. */
const CALLED = /^([A-Z]{3,7} )?[a-z{.][a-z0-9_{}./-]{0,79}$/;

const isText = (form: RegExp) => (value: AttributeValue) => typeof value === "string" && form.test(value);
const isRoute = (value: AttributeValue) => typeof value === "string" && routeOf(value) === value;

/** What a span may say beside its name, and how that may look. Whatever is not named here is nobody's business. */
const ATTRIBUTES: Record<string, (value: AttributeValue) => boolean> = {
  "http.request.method": isText(METHODS),
  "http.route": isRoute,
  "http.response.status_code": (value) => Number.isInteger(value),
  "peer.service": isText(SERVICES),
  "call.name": isText(CALLED),
};

/**
 * Answers a span as it may leave this machine, or null for one that must not: with a name made of what is listed here,
 * with listed attributes, and without events, links and messages. So no path, query, body, header or id is in it, whatever
 * Next or a library of tomorrow writes into theirs.
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

/** Next names a route by the folders of `app`, in an attribute of its own. */
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
