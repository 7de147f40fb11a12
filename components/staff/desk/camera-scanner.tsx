"use client";

import { Camera, CameraOff } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { readScan } from "@/lib/staff/desk/scan";
import { newlySeen, type SeenCodes } from "@/lib/staff/desk/seen-codes";

/** Shows the button that reads labels with the device's camera, and while it does what the camera sees. */
export function CameraScanner({ onScan }: { onScan: (text: string) => void }) {
  const [isOn, setOn] = useState(false);
  const { video, isReading, problem } = useCamera(isOn, onScan);
  if (!isOn) {
    return (
      <Button variant="secondary" className="max-sm:w-full sm:order-last" onClick={() => setOn(true)}>
        <Camera className="size-4" aria-hidden="true" />
        Use the camera
      </Button>
    );
  }
  return (
    <div className="w-full space-y-3 sm:order-last">
      {problem ? (
        <Alert tone="danger" isLive title={problem} />
      ) : (
        <>
          <video
            ref={video}
            aria-label="Camera view"
            className="aspect-video w-full max-w-md rounded-xl border border-border bg-surface-sunken object-cover"
            playsInline
            muted
          />
          <p role="status" className="text-sm text-text-muted">
            {isReading ? "Point the camera at the label's code." : "Starting the camera…"}
          </p>
        </>
      )}
      <Button variant="secondary" onClick={() => setOn(false)}>
        <CameraOff className="size-4" aria-hidden="true" />
        {problem ? "Close" : "Stop the camera"}
      </Button>
    </div>
  );
}

/** Finds the codes in the picture that a camera shows now. */
type Reader = (video: HTMLVideoElement) => Promise<string[]>;

/** The part that we use of https://wicg.github.io/shape-detection-api, which TypeScript does not know. */
type NativeDetector = {
  new (options: {
    formats: string[];
  }): {
    detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats: () => Promise<string[]>;
};

/** Our own labels have both; a carrier's number is Code 128. Weaker codes are read where there are none. */
const NATIVE_FORMATS = ["code_128", "qr_code"];
/** Some six pictures a second: more only warm the phone. */
const PAUSE_MS = 150;

const PROBLEMS: Record<string, string> = {
  NotAllowedError: "Your browser is blocking the camera. Allow it, then try again.",
  NotFoundError: "This device has no camera.",
  NotReadableError: "Another app is using the camera. Close it, then try again.",
};

/** Reads codes with the camera while `isOn`. Each label in view is reported once. `problem` says why it can't. */
function useCamera(
  isOn: boolean,
  onScan: (text: string) => void,
): { video: RefObject<HTMLVideoElement | null>; isReading: boolean; problem: string | undefined } {
  const video = useRef<HTMLVideoElement>(null);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(onScan);
  useEffect(() => {
    latest.current = onScan;
  });

  useEffect(() => {
    const shown = video.current;
    if (!isOn || !shown) return;
    const end = new AbortController();
    setProblem(undefined);
    follow(
      shown,
      end.signal,
      () => setReading(true),
      (code) => latest.current(code),
    ).catch((error: unknown) => {
      if (end.signal.aborted) return;
      const name = error instanceof Error ? error.name : "";
      setProblem(PROBLEMS[name] ?? "We can't use the camera here. Type the batch ID instead.");
    });
    return () => {
      end.abort();
      setReading(false);
    };
  }, [isOn]);

  return { video, isReading, problem };
}

async function follow(
  video: HTMLVideoElement,
  end: AbortSignal,
  onReading: () => void,
  onCode: (code: string) => void,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (end.aborted) return stop();
  end.addEventListener("abort", stop);
  video.srcObject = stream;
  await video.play();
  const read = await newReader();
  if (end.aborted) return;
  onReading();
  let seen: SeenCodes = new Map();
  while (!end.aborted) {
    const result = newlySeen(seen, await read(video), Date.now());
    seen = result.seen;
    // A label is no count, whatever is read of it.
    const labels = result.fresh.filter((code) => readScan(code)?.kind !== "count");
    if (!end.aborted) for (const code of labels) onCode(code);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Takes the browser's own detector where it has one that knows our labels, else a library that is loaded only then. */
async function newReader(): Promise<Reader> {
  const { BarcodeDetector: Native } = window as Window & { BarcodeDetector?: NativeDetector };
  const supported = Native ? await Native.getSupportedFormats() : [];
  const formats = NATIVE_FORMATS.filter((format) => supported.includes(format));
  if (Native && formats.includes("code_128")) {
    const detector = new Native({ formats });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  const { prepareZXingModule, readBarcodes } = await import("zxing-wasm/reader");
  // Ours, from the build: the library would fetch it from another site.
  const wasm = new URL("zxing-wasm/reader/zxing_reader.wasm", import.meta.url).href;
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!pen || width === 0) return [];
    canvas.width = width;
    canvas.height = height;
    pen.drawImage(video, 0, 0);
    const picture = pen.getImageData(0, 0, width, height);
    const found = await readBarcodes(picture, { formats: ["Code128", "QRCode"], textMode: "Plain" });
    return found.filter(({ isValid }) => isValid).map(({ text }) => text);
  };
}
