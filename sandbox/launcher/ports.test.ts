import { createServer } from "node:net";

// Every process of this test begins at the same place.
jest.mock("node:crypto", () => ({ ...jest.requireActual("node:crypto"), randomInt: () => 321 }));

/** The ports as another process has them: with a memory of its own. */
function otherProcess(): typeof import("./ports.ts") {
  let ports: typeof import("./ports.ts") | undefined;
  jest.isolateModules(() => {
    ports = jest.requireActual<typeof import("./ports.ts")>("./ports.ts");
  });
  if (!ports) throw new Error("not loaded");
  return ports;
}

test("two processes that look at the same time are never given the same port", async () => {
  const processes = [otherProcess(), otherProcess(), otherProcess()];
  const given = await Promise.all(
    processes.flatMap(({ freePorts }) => [freePorts(), freePorts(), freePorts()]),
  );
  const ports = given.flatMap((found) => Object.values(found));
  expect(new Set(ports).size).toBe(54);
});

test("a port where something listens is passed over", async () => {
  const { anyFreePort } = otherProcess();
  const first = await anyFreePort();
  const server = createServer().listen(first + 1, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  expect(await anyFreePort()).not.toBe(first + 1);
  await new Promise((resolve) => server.close(resolve));
});

test("a launch with a set of ports as variables reads that very set", () => {
  const { portVariables, readPorts } = otherProcess();
  const ports = { app: 1, api: 2, database: 3, mailWeb: 4, smtp: 5, stripe: 6 };
  expect(readPorts({ NODE_ENV: "test", PORT_OFFSET: "100", ...portVariables(ports) })).toEqual(ports);
});

test("an empty PORT_OFFSET counts as unset", () => {
  const { readPorts } = otherProcess();
  expect(readPorts({ NODE_ENV: "test", PORT_OFFSET: "" })).toEqual(readPorts({ NODE_ENV: "test" }));
});
