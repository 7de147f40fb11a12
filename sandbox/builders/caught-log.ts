type LogLine = { level: string; event: string } & Record<string, unknown>;

/** Captures the log of each test. Returns a function that lists the lines of one event so far. */
export function catchLog(): (event: string) => LogLine[] {
  const lines: LogLine[] = [];
  const keep = (line: unknown) => {
    if (String(line).startsWith("{")) lines.push(JSON.parse(String(line)));
  };
  beforeEach(() => {
    lines.length = 0;
    jest.spyOn(console, "info").mockImplementation(keep);
    jest.spyOn(console, "error").mockImplementation(keep);
    jest.spyOn(console, "warn").mockImplementation(keep);
  });
  afterEach(() => jest.restoreAllMocks());
  return (event) => lines.filter((line) => line.event === event);
}
