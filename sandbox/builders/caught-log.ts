/** A line of the log: its event, and whatever the product says of it. */
type LogLine = { level: string; event: string } & Record<string, unknown>;

/** Catches what the product logs in each test, so that it is not printed; answers the lines of one event so far. */
export function catchLog(): (event: string) => LogLine[] {
  const lines: LogLine[] = [];
  const keep = (line: unknown) => {
    // The auth client prints lines of its own kind.
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
