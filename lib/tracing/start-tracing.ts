import "server-only";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { log } from "@/lib/base/log";
import { cleanSpan, OUR_SCOPE } from "@/lib/tracing/clean-span";
import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Context, context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { env } from "@/lib/base/env";
import { currentRequest, type RequestContext } from "@/lib/base/request-context";
import { type CallTracer, traceCallsBy } from "@/lib/base/watched-call";

/** Where a request's spans hang, as long as somebody knows the request. */
const contexts = new WeakMap<RequestContext, Context>();

/** Next begins a request's work several times over, so that only the request itself knows where its spans belong. */
class RequestContextManager extends AsyncLocalStorageContextManager {
  override active(): Context {
    const own = super.active();
    const request = own === ROOT_CONTEXT ? currentRequest() : undefined;
    return (request && contexts.get(request)) ?? own;
  }
}

/**
 * Lets this process trace its requests from now on, and send what it has traced to OTEL_EXPORTER_OTLP_ENDPOINT every five
 * seconds: a span of each request, of what Next does for it, and of each call of a service. A caller's own trace is not
 * continued (no propagator is set), since a stranger would decide what is kept and under which number.
 */
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

/** Begins a span with each request, after beginRequest has said which it is, and ends it with the answer. */
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

/** A process that is asked to end still answers what has begun; what that traced would be lost with it. */
function sendAtTheEnd(provider: TracerProvider): void {
  process.once("SIGTERM", () => {
    // CleanExporter tells the log when nothing could be sent.
    const send = () => void provider.forceFlush().catch(() => {});
    send();
    setInterval(send, FLUSH_MS).unref();
  });
}

type Done = Parameters<SpanExporter["export"]>[1];

/** The code of a result that is no failure. */
const SENT = 0;

/** While a collector is away, the log says so once in so many milliseconds. */
const TOLD_EVERY_MS = 60_000;

/** Sends spans as another exporter does, each as cleanSpan lets it leave; what could not be sent is told in the log. */
class CleanExporter implements SpanExporter {
  readonly #inner: SpanExporter;
  #toldAt = Number.NEGATIVE_INFINITY;

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
    if (now - this.#toldAt < TOLD_EVERY_MS) return;
    this.#toldAt = now;
    log.error("tracing.not_sent", error ?? new Error("the collector refused"));
  }
}
