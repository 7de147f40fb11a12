import { Camera, CameraOff, ScanLine } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { BatchIdField } from "@/components/staff/scan-keys";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { staffPaths } from "@/lib/base/staff-paths";
import type { Desk } from "@/lib/staff/desk/desk-state";
import { newCodes, readScan, type SeenCodes } from "@/lib/staff/desk/scan";

type ScanFieldProps = {
  step: Desk["step"]["at"];
  onEntered: (text: string) => void;
  onNoLabel: () => void;
  /** Scans labels with the camera. Below the field on phones, otherwise after the buttons. */
  camera: React.ReactNode;
};

const isCount = (text: string) => /^\d{1,4}$/.test(text);

/** Steps that only wait for the next code, so the field keeps the focus. */
const FREE: ScanFieldProps["step"][] = ["waiting", "choosing", "received"];

/** Shows the batch ID field, which works as a plain form before the script loads. */
export function ScanField({ step, onEntered, onNoLabel, camera }: ScanFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const former = useRef(step);
  const isFree = FREE.includes(step);
  useEffect(() => {
    const hasMoved = former.current !== step;
    former.current = step;
    // A count typed here during the lookup has moved to its own field.
    if (hasMoved && field.current && (step === "counting" || isCount(field.current.value)))
      field.current.value = "";
    if (FREE.includes(step) && !document.querySelector("dialog[open]")) {
      field.current?.focus({ preventScroll: true });
    }
  }, [step]);

  return (
    <form
      method="get"
      action={staffPaths.receive}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const entered = field.current?.value ?? "";
        event.currentTarget.reset();
        onEntered(entered);
      }}
    >
      <div className="w-full max-w-sm">
        <BatchIdField ref={field} placeholder="e.g. 3N8JV6E4P-G5NS" data-scan="enter" autoFocus={isFree} />
      </div>
      {/* A phone has space for the camera only between packages. */}
      <div className={isFree ? "contents" : "contents max-sm:[&>button]:hidden"}>{camera}</div>
      <Button
        type="submit"
        variant={isFree || step === "looking" ? "primary" : "secondary"}
        className={isFree ? "" : "max-sm:hidden"}
        isBusy={step === "looking"}
      >
        <ScanLine className="size-4" aria-hidden="true" />
        Find batch
      </Button>
      <Button variant="secondary" className={isFree ? "" : "max-sm:hidden"} onClick={onNoLabel}>
        No label
      </Button>
    </form>
  );
}

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
            {isReading ? "Point the camera at the code on the label." : "Starting the camera…"}
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

type Reader = (video: HTMLVideoElement) => Promise<string[]>;

/** The part we use of https://wicg.github.io/shape-detection-api. TypeScript has no types for it. */
type NativeDetector = {
  new (options: {
    formats: string[];
  }): {
    detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
  };
  getSupportedFormats: () => Promise<string[]>;
};

/** Our labels have both codes. Carriers use Code 128. */
const NATIVE_FORMATS = ["code_128", "qr_code"];
/** About six frames a second. */
const PAUSE_MS = 150;

const PROBLEMS: Record<string, string> = {
  NotAllowedError: "Your browser is blocking the camera. Allow it, then try again.",
  NotFoundError: "This device has no camera.",
  NotReadableError: "Another app is using the camera. Close it, then try again.",
};

/** Scans codes with the camera while `isOn`. Reports each label in view once. `problem` says why scanning fails. */
function useCamera(isOn: boolean, onScan: (text: string) => void) {
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
    const result = newCodes(seen, await read(video), Date.now());
    seen = result.seen;
    // Labels don't contain counts, so short numbers are misreads.
    const labels = result.fresh.filter((code) => readScan(code)?.kind !== "count");
    if (!end.aborted) for (const code of labels) onCode(code);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Uses the browser's detector if it supports our labels, otherwise a lazy-loaded library. */
async function newReader(): Promise<Reader> {
  const { BarcodeDetector: Native } = window as Window & { BarcodeDetector?: NativeDetector };
  const supported = Native ? await Native.getSupportedFormats() : [];
  const formats = NATIVE_FORMATS.filter((format) => supported.includes(format));
  if (Native && formats.includes("code_128")) {
    const detector = new Native({ formats });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  const { prepareZXingModule, readBarcodes } = await import("zxing-wasm/reader");
  // Served from our build, because the library would fetch it from another site.
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
