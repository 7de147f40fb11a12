import "server-only";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import { log } from "@/lib/base/log";
import { cleanSpan } from "@/lib/tracing/clean-span";

type Done = Parameters<SpanExporter["export"]>[1];

/** The code of a result that is no failure. */
const SENT = 0;

/** While a collector is away, the log says so once in so many milliseconds. */
const TOLD_EVERY_MS = 60_000;

/** Sends spans as another exporter does, each as cleanSpan lets it leave; what could not be sent is told in the log. */
export class CleanExporter implements SpanExporter {
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
