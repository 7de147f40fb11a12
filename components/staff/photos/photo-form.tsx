"use client";

import { Camera, ImagePlus } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import type { Sending } from "@/components/staff/photos/use-photos";
import { buttonStyle } from "@/components/ui/button-link";
import { Failure } from "@/components/ui/failure";
import { ProgressBar } from "@/components/ui/progress-bar";
import { SelectField } from "@/components/ui/select-field";
import { useHydrated } from "@/components/ui/use-hydrated";
import { PHOTO_KINDS, type PhotoKind, photoKind } from "@/lib/orders/photo";

/** Named, so that telephones send JPEG in place of HEIC. */
const ACCEPTED = "image/jpeg,image/png,image/webp";

type PhotoFormProps = {
  /** There is no room for another. */
  isFull: boolean;
  /** Files on their way, and those that could not be kept. */
  sending: Sending[];
  add: (files: File[], kind: PhotoKind, isPublic: boolean) => Promise<void>;
};

/** Takes photographs, from the camera or from files, and shows how far each has come and what was wrong with it. */
export function PhotoForm({ isFull, sending, add }: PhotoFormProps) {
  const [kind, setKind] = useState<PhotoKind>("opened");
  const [isPublic, setIsPublic] = useState(true);
  const isHydrated = useHydrated();
  const take = (files: File[]) => void add(files, kind, isPublic);
  const isBlocked = isFull || !isHydrated;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-4">
        <div className="min-w-44">
          <SelectField
            label="It shows"
            value={kind}
            onChange={(event) => setKind(event.target.value as PhotoKind)}
          >
            {PHOTO_KINDS.map((one) => (
              <option key={one} value={one}>
                {photoKind(one)}
              </option>
            ))}
          </SelectField>
        </div>
        <FileButton
          icon={<Camera className="size-4" aria-hidden="true" />}
          disabled={isBlocked}
          onFiles={take}
          capture="environment"
        >
          Take photograph
        </FileButton>
        <FileButton
          icon={<ImagePlus className="size-4" aria-hidden="true" />}
          disabled={isBlocked}
          onFiles={take}
          multiple
        >
          Choose files
        </FileButton>
      </div>
      <label className="flex min-h-6 w-fit items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isPublic}
          onChange={(event) => setIsPublic(event.target.checked)}
        />
        The customer sees it
      </label>
      {sending.length > 0 ? (
        <ul aria-label="Being sent" className="space-y-3 text-sm">
          {sending.map((one) => (
            <li key={one.id} className="space-y-1">
              <p className="wrap-anywhere">{one.name}</p>
              {one.error === null ? (
                <ProgressBar label={`${one.name} being sent`} value={one.share} max={1} tone="success" />
              ) : (
                <Failure>{one.error}</Failure>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type FileButtonProps = Pick<ComponentProps<"input">, "capture" | "multiple" | "disabled"> & {
  icon: ReactNode;
  onFiles: (files: File[]) => void;
  children: string;
};

/** Shows a file field as a button. */
function FileButton({ icon, onFiles, children, disabled, ...input }: FileButtonProps) {
  const id = useId();
  return (
    <div className="relative">
      <input
        {...input}
        id={id}
        type="file"
        accept={ACCEPTED}
        disabled={disabled}
        className="peer sr-only"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file may be chosen again.
          currentTarget.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
      <label
        htmlFor={id}
        className={buttonStyle({
          variant: "secondary",
          className:
            "cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-disabled:cursor-not-allowed peer-disabled:opacity-60",
        })}
      >
        {icon}
        {children}
      </label>
    </div>
  );
}
