"use client";

import { Camera, CameraOff } from "lucide-react";
import { useState } from "react";
import { useCamera } from "@/components/staff/desk/use-camera";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

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
            aria-label="What the camera sees"
            className="aspect-video w-full max-w-md rounded-xl border border-border bg-surface-sunken object-cover"
            playsInline
            muted
          />
          <p role="status" className="text-sm text-text-muted">
            {isReading ? "Hold the label's code before the camera." : "Starting the camera…"}
          </p>
        </>
      )}
      <Button variant="secondary" onClick={() => setOn(false)}>
        <CameraOff className="size-4" aria-hidden="true" />
        Stop the camera
      </Button>
    </div>
  );
}
