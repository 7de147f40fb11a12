"use client";

import { useState } from "react";
import { PhotoPanel } from "@/components/staff/photos/photo-panel";
import type { PhotoSubjectProps } from "@/components/staff/photos/use-photos";

type PhotoDisclosureProps = { title: string; subject: PhotoSubjectProps };

/** Shows photographs once they are asked for; until then nothing is read. */
export function PhotoDisclosure({ title, subject }: PhotoDisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="rounded-2xl border border-border bg-surface-raised p-4"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="min-h-6 cursor-pointer font-medium wrap-anywhere">{title}</summary>
      {isOpen ? (
        <div className="mt-4">
          <PhotoPanel subject={subject} />
        </div>
      ) : null}
    </details>
  );
}
