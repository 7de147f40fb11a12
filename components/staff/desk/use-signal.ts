"use client";

import { useEffect, useRef } from "react";
import type { DeskTone } from "@/lib/staff/desk/desk-notice";

/** Pitch in hertz and length in seconds of each tone's beeps, told apart without looking. */
const BEEPS: Record<DeskTone, [pitch: number, length: number][]> = {
  success: [[880, 0.12]],
  warning: [
    [520, 0.14],
    [520, 0.14],
  ],
  danger: [[200, 0.5]],
};
const GAP = 0.08;

/** Plays a sound for each new signal while `isOn`: one high beep, two lower ones, or a long deep one. */
export function useSignal(signal: { tone: DeskTone; nth: number } | null, isOn: boolean): void {
  const context = useRef<AudioContext>(undefined);
  const played = useRef(signal?.nth);
  useEffect(() => {
    if (!signal || played.current === signal.nth) return;
    played.current = signal.nth;
    if (!isOn) return;
    context.current ??= new AudioContext();
    beep(context.current, signal.tone);
  }, [signal, isOn]);
}

function beep(audio: AudioContext, tone: DeskTone): void {
  let at = audio.currentTime;
  for (const [pitch, length] of BEEPS[tone]) {
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.frequency.value = pitch;
    volume.gain.value = 0.2;
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
    at += length + GAP;
  }
}
