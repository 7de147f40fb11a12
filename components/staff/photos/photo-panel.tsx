"use client";

import { PhotoForm } from "@/components/staff/photos/photo-form";
import { PhotoItem } from "@/components/staff/photos/photo-item";
import { type PhotoSubjectProps, usePhotos } from "@/components/staff/photos/use-photos";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { roomWords } from "@/lib/staff/photos/photo-list";

type PhotoPanelProps = { subject: PhotoSubjectProps };

/**
 * Shows the photographs of an order, or of a package without one, with the way to take each back, and takes new ones:
 * from the camera or from files.
 */
export function PhotoPanel({ subject }: PhotoPanelProps) {
  const { stored, sending, add, reload } = usePhotos(subject);
  if (stored.state === "loading") return <p className="text-text-muted">Loading the photographs…</p>;
  if (stored.state === "failed") {
    return (
      <div className="space-y-4">
        <Alert tone="danger" isLive title="The photographs cannot be shown">
          {stored.error}
        </Alert>
        <Button variant="secondary" size="sm" onClick={reload}>
          Try Again
        </Button>
      </div>
    );
  }
  const { photos, room } = stored;
  return (
    <div className="space-y-5">
      {photos.length > 0 ? (
        <ul aria-label="Photographs" className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4">
          {photos.map((photo, index) => (
            <PhotoItem
              key={photo.id}
              photo={photo}
              place={{ index, count: photos.length }}
              onChanged={reload}
            />
          ))}
        </ul>
      ) : (
        <p className="text-text-muted">None yet.</p>
      )}
      <PhotoForm isFull={room < 1} sending={sending} add={add} />
      <p className="text-sm text-text-muted" role="status">
        {roomWords(room)}
      </p>
    </div>
  );
}
