import {
  BarcodeFormat,
  BinaryBitmap,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from "@zxing/library";
import { type Barcode, code128, qrCode } from "@/lib/base/barcode";
import {
  isProcessedBefore,
  isRefusal,
  pollDelayMs,
  pollPayment,
  type Verdict,
} from "@/lib/base/payment-poll";
import { readStored, writeStored } from "@/lib/base/session-store";
import { hasSignedInCookie, SIGNED_IN_COOKIE } from "@/lib/base/signed-in-cookie";
import { hashOf, isSameText, isSigned, sealingKey, sign } from "@/lib/base/signing";
import { readStoredJson } from "@/lib/base/stored-json";
import { wait } from "@/lib/base/time-limit";
import { isUuid } from "@/lib/base/uuid";
import { withTestStorage } from "@/sandbox/builders/test-session-store";
import { setTestSettings } from "@/sandbox/builders/test-settings";

describe("signing", () => {
  setTestSettings();
  const ORDER = "00000000-0000-4000-8000-000000000001";

  /** Created with the test COOKIE_SECRET. Emailed links and month-long cookies carry such signatures. */
  const PINNED = [
    ["guest-order", "secret.1800000000", "I1J5mjtytQtt04Bak5Xjd5vThz8_YJoQn6GckpOn29Q"],
    ["print", `${ORDER}:1795824000`, "F__ENzFZoPsS9rzi1UfAEhjnUzGofkfewP_c3rMFXcg"],
    ["tracking", `${ORDER}:1`, "Cbu3Tu9AlDwOMiOTGx0470xisHSFijDInX2PhUyPMzI"],
  ] as const;

  test.each(PINNED)("keeps the signature format for %s", (purpose, payload, signature) => {
    expect(sign(purpose, payload)).toBe(signature);
    expect(isSigned(purpose, payload, signature)).toBe(true);
  });

  test("keeps the sealed cookie's key and the hash format", () => {
    expect(Buffer.from(sealingKey("recovery")).toString("hex")).toBe(
      "c36d80f083f22d046a24669b393c70bf543cc7b960cedf778e2a222802586585",
    );
    expect(hashOf("token")).toBe("3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0");
  });

  test("binds a signature to its purpose, text and secret", () => {
    const signature = sign("print", "text");
    expect(isSigned("print", "text", signature)).toBe(true);
    expect(isSigned("tracking", "text", signature)).toBe(false);
    expect(isSigned("print", "text2", signature)).toBe(false);
    expect(isSigned("print", "text", signature, "another secret")).toBe(false);
    expect(isSigned("print", "text", sign("print", "text", "another secret"))).toBe(false);
  });

  test.each([
    ["cut", (s: string) => s.slice(0, -1)],
    ["of letters with two bytes", (s: string) => "é".repeat(s.length)],
  ] as const)("rejects a signature that is %s without throwing", (_, change) => {
    expect(isSigned("print", "text", change(sign("print", "text")))).toBe(false);
  });

  test.each([
    ["same", "same", true],
    ["same", "samE", false],
    ["", "same", false],
    ["a much longer text", "same", false],
  ])("compares %j with %j: %s", (given, wanted, expected) => {
    expect(isSameText(given, wanted)).toBe(expected);
  });
});

describe("stored json", () => {
  const shape = { cards: "number", plan: "string or null", isSent: "boolean?" } as const;
  const KEPT = '{"cards":3,"plan":null}';
  withTestStorage();

  test("reads back stored JSON until it is removed", () => {
    writeStored("a", KEPT);
    expect(readStoredJson("a", shape)).toEqual({ cards: 3, plan: null });
    writeStored("a", undefined);
    expect(readStoredJson("a", shape)).toBeNull();
  });

  test.each([
    "{",
    "null",
    "[]",
    '{"cards":"3","plan":null}',
    '{"cards":3}',
    '{"cards":3,"plan":"pro","isSent":"yes"}',
  ])("returns null for %j", (text) => {
    writeStored("a", text);
    expect(readStoredJson("a", shape)).toBeNull();
  });
});

describe("session store", () => {
  test("stores nothing and never fails when the browser forbids storage", () => {
    const forbidden = () => {
      throw new DOMException("forbidden", "SecurityError");
    };
    Object.defineProperty(globalThis, "sessionStorage", { get: forbidden, configurable: true });
    writeStored("a", "1");
    writeStored("a", undefined);
    expect(readStored("a")).toBeNull();
    Reflect.deleteProperty(globalThis, "sessionStorage");
  });
});

describe("signed in cookie", () => {
  test.each([
    [`${SIGNED_IN_COOKIE}=1`, true],
    ["", false],
    [`${SIGNED_IN_COOKIE}=`, false],
    [`not_${SIGNED_IN_COOKIE}=1`, false],
  ])("reads %j as signed in: %s", (cookies, expected) => {
    expect(hasSignedInCookie(cookies)).toBe(expected);
  });
});

describe("uuid", () => {
  const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";

  test.each([
    [ID, true],
    // Not an RFC version, but PostgreSQL accepts it and imported rows have such IDs.
    ["d0000000-0000-0000-0000-000000000001", true],
    ["", false],
    [`{${ID}}`, false],
    ["not-a-uuid", false],
  ])("decides whether %s is a UUID: %s", (text, expected) => expect(isUuid(text)).toBe(expected));
});

describe("barcode", () => {
  function scan({ width, height, path }: Barcode, scale = 4) {
    const pixels = new Uint8ClampedArray(width * scale * height * scale).fill(255);
    for (const [, x, y, w, h] of path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g)) {
      for (let row = Number(y) * scale; row < (Number(y) + Number(h)) * scale; row++) {
        const start = row * width * scale + Number(x) * scale;
        pixels.fill(0, start, start + Number(w) * scale);
      }
    }
    const image = new RGBLuminanceSource(pixels, width * scale, height * scale);
    return new MultiFormatReader().decode(new BinaryBitmap(new HybridBinarizer(image)));
  }

  test.each(["BATCH-ABCDEFGH23456789-WXYZ", "ORDER-00000000"])(
    "encodes exactly %s in both barcodes",
    (text) => {
      const [bars, square] = [scan(code128(text)), scan(qrCode(text))];
      expect([bars.getText(), bars.getBarcodeFormat()]).toEqual([text, BarcodeFormat.CODE_128]);
      expect([square.getText(), square.getBarcodeFormat()]).toEqual([text, BarcodeFormat.QR_CODE]);
    },
  );
});

describe("payment poll", () => {
  test("polls every 3 s for a minute, then every 15 s", () => {
    const delays = Array.from({ length: 22 }, (_, polls) => pollDelayMs(polls));
    expect(delays.slice(0, 20).reduce((sum, delay) => sum + delay, 0)).toBe(60_000);
    expect(delays.slice(20)).toEqual([15_000, 15_000]);
  });

  test("treats 4xx as a refusal except for 401, 408, 425 and 429", () => {
    for (let status = 0; status <= 599; status++) {
      const isNo = status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
      expect([status, isRefusal(status)]).toEqual([status, isNo]);
    }
  });

  test.each([
    [409, "", true],
    [400, "Payment already processed", true],
    [500, "Error: Payment already processed.", true],
    [400, "Failed to process payment", false],
  ])("decides whether %i %j means already processed: %p", (status, error, expected) => {
    expect(isProcessedBefore({ status, error })).toBe(expected);
  });

  describe("pollPayment", () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    function start(answerMs: number, ...verdicts: Verdict<string>[]) {
      const stop = new AbortController();
      const states: string[] = [];
      const askedAt: number[] = [];
      const begun = Date.now();
      const done = pollPayment<Verdict<string>, string>({
        ask: async () => {
          askedAt.push(Date.now() - begun);
          await wait(answerMs, new AbortController().signal);
          return verdicts.length > 1
            ? (verdicts.shift() as Verdict<string>)
            : (verdicts[0] as Verdict<string>);
        },
        judge: (verdict) => verdict,
        signal: stop.signal,
        onState: (state) => states.push(state),
      });
      return { stop, states, askedAt, done };
    }

    test("shows nothing without a state and may poll again immediately", async () => {
      const { states, askedAt, done } = start(0, { next: "at once" }, { show: "yes", next: "never" });
      await jest.advanceTimersByTimeAsync(10);
      await done;
      expect([states, askedAt]).toEqual([["yes"], [0, 0]]);
    });

    test("starts the delay when the response arrives", async () => {
      const verdicts = [
        { show: "?", next: "later" },
        { show: "yes", next: "never" },
      ] as const;
      const { states, askedAt, done } = start(12_000, ...verdicts);
      await jest.advanceTimersByTimeAsync(27_000);
      await done;
      expect([states, askedAt]).toEqual([
        ["?", "yes"],
        [0, 15_000],
      ]);
    });

    test("stops when the page is left and ignores a later response", async () => {
      const waiting = start(0, { show: "?", next: "later" });
      const asking = start(5_000, { show: "?", next: "later" });
      await jest.advanceTimersByTimeAsync(1_000);
      waiting.stop.abort();
      asking.stop.abort();
      await jest.advanceTimersByTimeAsync(60_000);
      await Promise.all([waiting.done, asking.done]);
      expect([waiting.askedAt, asking.askedAt, asking.states]).toEqual([[0], [0], []]);
    });
  });
});
