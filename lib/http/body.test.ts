import { AppError } from "@/lib/base/errors";
import { readBytes, readJsonBody, readText } from "@/lib/http/body";

function request(body: BodyInit, type = "application/json", headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", {
    method: "POST",
    body,
    headers: { "content-type": type, ...headers },
  });
}

async function statusOf(work: Promise<unknown>): Promise<number> {
  try {
    await work;
    return 200;
  } catch (error) {
    return error instanceof AppError ? error.status : 500;
  }
}

test("reads JSON", async () => {
  expect(await readJsonBody(request('{"a":[1,"é"]}', "Application/JSON; charset=utf-8"))).toEqual({
    a: [1, "é"],
  });
});

test.each([
  ["another type", request("{}", "text/plain"), 415],
  ["no JSON", request("{"), 400],
  ["nothing", request(""), 400],
  ["a NUL character", request('{"a":"\\u0000"}'), 400],
  ["a NUL character in a name", request('{"\\u0000":1}'), 400],
  ["a lone surrogate", request('{"a":"\\ud800"}'), 400],
  ["seven levels", request("[[[[[[[[1]]]]]]]]"), 400],
  ["six levels", request("[[[[[[1]]]]]]"), 200],
  ["32 KiB", request(JSON.stringify("x".repeat(32 * 1024 - 2))), 200],
  ["a byte more", request(JSON.stringify("x".repeat(32 * 1024 - 1))), 413],
])("%s", async (_, given, status) => {
  expect(await statusOf(readJsonBody(given))).toBe(status);
});

test("counts what arrives, not what is announced", async () => {
  const stream = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 20; i++) controller.enqueue(new Uint8Array(100));
      controller.close();
    },
  });
  const lying = new Request("http://localhost/", {
    method: "POST",
    body: stream,
    duplex: "half",
  } as RequestInit);
  expect(await statusOf(readText(lying, 1999))).toBe(413);
});

describe("bytes", () => {
  const streamed = (pull: (to: ReadableStreamDefaultController<Uint8Array>) => void, cancel = () => {}) =>
    new Request("http://localhost/", {
      method: "POST",
      body: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }),
      duplex: "half",
    } as RequestInit);

  test("are read as they are, to the last that is allowed", async () => {
    const bytes = Buffer.from([0, 255, 128]);
    expect(await readBytes(request(bytes), 3)).toEqual(bytes);
    await expect(readBytes(request(bytes), 2, "photo_too_large")).rejects.toMatchObject({
      code: "photo_too_large",
      status: 413,
    });
  });

  test("beyond the limit nothing more is read, and the sender is told to stop", async () => {
    let pulled = 0;
    const cancel = jest.fn();
    const endless = streamed((to) => {
      pulled++;
      to.enqueue(new Uint8Array(100));
    }, cancel);
    await expect(readBytes(endless, 1000)).rejects.toMatchObject({ code: "too_large" });
    expect(pulled).toBeLessThanOrEqual(12);
    expect(cancel).toHaveBeenCalled();
  });

  test("that do not come are not waited for", async () => {
    jest.useFakeTimers();
    const read = readBytes(
      streamed(() => {}),
      1000,
    );
    const refused = expect(read).rejects.toMatchObject({ code: "too_slow", status: 503 });
    await jest.advanceTimersByTimeAsync(15_000);
    await refused;
    jest.useRealTimers();
  });
});
