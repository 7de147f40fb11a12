import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import { CleanExporter } from "@/lib/tracing/clean-exporter";
import { catchLog } from "@/sandbox/builders/caught-log";

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
