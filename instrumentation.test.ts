const started: string[] = [];
jest.mock("@/lib/http/prepare-server", () => ({ prepareServer: async () => void started.push("server") }));
// The mock factory runs when the module is loaded.
jest.mock("@/lib/tracing/start-tracing", () => {
  started.push("loaded");
  return { startTracing: () => void started.push("tracing") };
});

const KEPT = { ...process.env };
beforeEach(() => {
  started.length = 0;
  jest.resetModules();
});
afterEach(() => {
  process.env = { ...KEPT };
});

async function start(settings: Record<string, string | undefined>): Promise<string[]> {
  Object.assign(process.env, settings);
  const { register } = await import("@/instrumentation");
  await register();
  return started;
}

test.each([{}, { OTEL_EXPORTER_OTLP_ENDPOINT: "" }])(
  "with %j, loads nothing that creates traces",
  async (settings) => {
    expect(await start({ NEXT_RUNTIME: "nodejs", ...settings })).toEqual(["server"]);
    expect(process.env.NEXT_OTEL_FETCH_DISABLED).toBeUndefined();
  },
);

test("with a collector, prepares the server first and disables Next's fetch spans, which contain URLs", async () => {
  const settings = { NEXT_RUNTIME: "nodejs", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
  expect(await start(settings)).toEqual(["server", "loaded", "tracing"]);
  expect(process.env.NEXT_OTEL_FETCH_DISABLED).toBe("1");
});

test("starts nothing outside a Node.js server process", async () => {
  expect(await start({ NEXT_RUNTIME: "edge", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" })).toEqual(
    [],
  );
});
