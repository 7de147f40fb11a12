import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Context, context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { currentRequest, type RequestContext } from "@/lib/base/request-context";
import { type CallTracer, traceCallsBy } from "@/lib/base/watched-call";
import { cleanSpan, OUR_SCOPE } from "@/lib/tracing/clean-span";

const contexts = new WeakMap<RequestContext, Context>();

/** Next.js starts a request's work several times, so only the request itself identifies its parent span. */
class RequestContextManager extends AsyncLocalStorageContextManager {
  override active(): Context {
    const own = super.active();
    const request = own === ROOT_CONTEXT ? currentRequest() : undefined;
    return (request && contexts.get(request)) ?? own;
  }
}

/** Starts tracing. Ignores incoming trace headers, because otherwise strangers would decide what we keep. */
export function startTracing(): void {
  const { OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG } = env();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": OTEL_SERVICE_NAME }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new CleanExporter(new OTLPTraceExporter()) })],
  });
  context.setGlobalContextManager(new RequestContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  traceRequests();
  traceCallsBy(traceCall);
  sendAtTheEnd(provider);
}

const tracer = () => trace.getTracer(OUR_SCOPE);

/** Starts a span once beginRequest has set the request. */
function traceRequests(): void {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const known = currentRequest();
    if (!known || request.url?.startsWith("/_next/static/")) return;
    const span = tracer().startSpan("request", { kind: SpanKind.SERVER }, ROOT_CONTEXT);
    known.traceId = span.spanContext().traceId;
    contexts.set(known, trace.setSpan(ROOT_CONTEXT, span));
    response.once("close", () => {
      span.setAttributes({
        "http.request.method": request.method,
        "http.route": known.route,
        "http.response.status_code": response.statusCode,
      });
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
  });
}

const traceCall: CallTracer = ({ service, name }, work, isWell) => {
  const attributes = { "peer.service": service, "call.name": name };
  return tracer().startActiveSpan(
    `${service} ${name}`,
    { kind: SpanKind.CLIENT, attributes },
    async (span) => {
      try {
        const answer = await work();
        if (!isWell(answer)) span.setStatus({ code: SpanStatusCode.ERROR });
        return answer;
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  );
};

const FLUSH_MS = 500;

/** Exports the remaining spans after SIGTERM, while open requests finish. */
function sendAtTheEnd(provider: TracerProvider): void {
  process.once("SIGTERM", () => {
    const send = () => void provider.forceFlush().catch(() => {});
    send();
    setInterval(send, FLUSH_MS).unref();
  });
}

type Done = Parameters<SpanExporter["export"]>[1];

const SENT = 0;

const REPORT_INTERVAL_MS = 60_000;

class CleanExporter implements SpanExporter {
  readonly #inner: SpanExporter;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(inner: SpanExporter) {
    this.#inner = inner;
  }

  export(spans: ReadableSpan[], done: Done): void {
    const clean = spans.map(cleanSpan).filter((span) => span !== null);
    if (clean.length === 0) {
      done({ code: SENT });
      return;
    }
    this.#inner.export(clean, (result) => {
      if (result.code !== SENT) this.#tell(result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#inner.forceFlush?.();
  }

  #tell(error: Error | undefined): void {
    const now = performance.now();
    if (now - this.#reportedAt < REPORT_INTERVAL_MS) return;
    this.#reportedAt = now;
    log.error("tracing.not_sent", error ?? new Error("the collector refused"));
  }
}
