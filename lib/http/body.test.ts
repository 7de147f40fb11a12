import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { AppError } from "@/lib/base/errors";
import { RequestContext, withinRequest } from "@/lib/base/request-context";
import { readBytes, readJsonBody } from "@/lib/http/body";
import { inputText } from "@/lib/http/input-text";
import { payFailure, toFailure } from "@/lib/http/post-json";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("body", () => {
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
    ["a NUL character", request('{"a":"\\u0000"}'), 400],
    ["seven levels", request("[[[[[[[[1]]]]]]]]"), 400],
    ["six levels", request("[[[[[[1]]]]]]"), 200],
    ["32 KiB", request(JSON.stringify("x".repeat(32 * 1024 - 2))), 200],
    ["a byte more", request(JSON.stringify("x".repeat(32 * 1024 - 1))), 413],
  ])("%s", async (_, given, status) => {
    expect(await statusOf(readJsonBody(given))).toBe(status);
  });

  describe("bytes", () => {
    const streamed = (pull: (to: ReadableStreamDefaultController<Uint8Array>) => void, cancel = () => {}) =>
      new Request("http://localhost/", {
        method: "POST",
        body: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }),
        duplex: "half",
      } as RequestInit);

    test("reads bytes unchanged up to the limit", async () => {
      const bytes = Buffer.from([0, 255, 128]);
      expect(await readBytes(request(bytes), 3)).toEqual(bytes);
      await expect(readBytes(request(bytes), 2, "photo_too_large")).rejects.toMatchObject({
        code: "photo_too_large",
        status: 413,
      });
    });

    test("stops reading and cancels the stream beyond the limit", async () => {
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

    test("stops waiting when no more bytes arrive", async () => {
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
});

describe("begin request", () => {
  const NEW_ID = /^[0-9a-f]{16}$/;

  async function begun(hops: string, given: string | string[] | undefined, url = "/track/secret") {
    jest.resetModules();
    setTestSettings({ TRUSTED_PROXY_HOPS: hops });
    const { beginRequest } = await import("@/lib/http/prepare-server");
    const { currentRequest } = await import("@/lib/base/request-context");
    const headers: Record<string, unknown> = { "x-socket-address": "192.0.2.1" };
    if (given !== undefined) headers["x-request-id"] = given;
    const answered: Record<string, string> = {};
    const request = { headers, url, socket: { remoteAddress: "203.0.113.7" } } as unknown as IncomingMessage;
    const setHeader = (name: string, value: string) => void Object.assign(answered, { [name]: value });
    return withinRequest(new RequestContext("before", "/"), () => {
      beginRequest(request, { setHeader } as unknown as ServerResponse);
      return { headers, answered, known: currentRequest() };
    });
  }

  test("gives each request an ID and returns it", async () => {
    const { headers, answered, known } = await begun("0", undefined);
    expect(known?.id).toMatch(NEW_ID);
    expect(headers).toEqual({ "x-socket-address": "203.0.113.7", "x-request-id": known?.id });
    expect(answered).toEqual({ "x-request-id": known?.id });
    expect(known?.route).toBe("/track/[id]");
    expect((await begun("0", undefined)).known?.id).not.toBe(known?.id);
  });

  test("keeps the request ID of our proxy", async () => {
    const id = "0b0f3e1c-5d3e-4b43-9d0e-3f7a5a1c2b4d";
    const { headers, answered, known } = await begun("1", id);
    expect([headers["x-request-id"], answered["x-request-id"], known?.id]).toEqual([id, id, id]);
  });

  test.each([["short"], ["jane@example.org"], ['12345678"}\n{"level":"info"'], [["12345678", "87654321"]]])(
    "replaces a proxy's unsafe request ID %j",
    async (id) => {
      expect((await begun("1", id)).known?.id).toMatch(NEW_ID);
    },
  );
});

describe("input words", () => {
  const order = z.strictObject({
    num_cards: z.number().int().gte(1).lte(9999),
    plan_type: z.enum(["payg", "free"]).optional(),
    batch_id: z.string().regex(/^BATCH-/),
    email: z.email().optional(),
    notes: z.string().min(2).max(1000).optional(),
    closes: z.boolean().optional(),
    orders: z
      .array(z.object({ id: z.uuid() }))
      .min(1)
      .max(2)
      .optional(),
    phone: z.string("Please enter your phone number.").optional(),
  });
  const good = { num_cards: 3, batch_id: "BATCH-1" };
  const RELOAD = "Please reload the page and try again.";

  const first = (schema: z.core.$ZodType, value: unknown) =>
    z.core.safeParse(schema, value, { error: inputText }).error?.issues[0]?.message;

  test.each<[unknown, string]>([
    [{ batch_id: "BATCH-1" }, "Please enter the number of cards."],
    [{ ...good, num_cards: 0 }, "The number of cards must be at least 1."],
    [{ num_cards: 3 }, `The batch ID is missing. ${RELOAD}`],
    [{ ...good, email: "jane" }, "Please enter a valid email address."],
    [{ ...good, notes: "x" }, "Please enter the notes."],
    [{ ...good, orders: [] }, "Please choose the batches."],
    [{ ...good, total: 1, tip: 2 }, "This request has unknown fields: total, tip."],
    [[], `This request isn't a JSON object. ${RELOAD}`],
  ])("explains %j: %s", (value, words) => expect(first(order, value)).toBe(words));

  test("prefers the schema's own message", () => {
    expect(first(order, { ...good, phone: 5 })).toBe("Please enter your phone number.");
  });
});

describe("pay failure", () => {
  test("says nothing was charged without a response, else shows the server's text", () => {
    expect(payFailure(toFailure(0, null))).toBe(
      "We couldn't reach the server. You haven't been charged. Please try again.",
    );
    const refused = { error: "This batch is paid.", code: "already_paid" };
    expect(payFailure(toFailure(409, refused))).toBe("This batch is paid.");
  });
});
