"use client";

import { useState } from "react";
import { UndoReasonDialog } from "@/components/staff/acts/undo-reason-dialog";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Thumbnail } from "@/components/ui/picture";
import { Time } from "@/components/ui/time";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { photoAlt, photoKind, photoPath } from "@/lib/orders/photo";
import type { StaffPhoto } from "@/lib/orders/photos/schema";

type PhotoItemProps = {
  photo: StaffPhoto;
  /** Which of how many it is. */
  place: { index: number; count: number };
  /** Reads the photographs anew. */
  onChanged: () => Promise<void>;
};

/**
 * Shows one photograph to staff: small, with the large one behind it, who took it, whether the customer sees it, and the
 * way to take it back, which asks for the reason after ten minutes.
 */
export function PhotoItem({ photo, place, onChanged }: PhotoItemProps) {
  const { post, isBusy, failure, setFailure } = usePost();
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState("");
  const name = photoAlt(photo, place.index, place.count);
  const path = staffApiPaths.photo(photo.id);

  async function show(isPublic: boolean) {
    await post(
      path,
      { public: isPublic },
      { done: isPublic ? "Shown to the customer" : "Hidden from the customer" },
    );
    await onChanged();
  }

  async function remove() {
    const body = reason.trim() ? { reason } : {};
    const answer = await post(path, body, { done: "Photograph removed", method: "DELETE" });
    if (!answer.ok && answer.code === "reason_for_removal") {
      setFailure(undefined);
      return setIsAsking(true);
    }
    setIsAsking(false);
    await onChanged();
  }

  return (
    <li className="space-y-2 text-sm">
      <Thumbnail src={photoPath(photo.id, "small")} href={photoPath(photo.id, "full")} alt={name} />
      <div className="min-w-0">
        <p className="font-medium">{photoKind(photo.kind)}</p>
        <p className="text-xs text-text-muted wrap-anywhere">
          {photo.taken_by ?? "Staff"}, <Time at={photo.taken_at} show="date-time" />
        </p>
      </div>
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={photo.public}
          disabled={isBusy}
          onChange={(event) => void show(event.target.checked)}
        />
        <span>
          The customer sees it<span className="sr-only">: {name}</span>
        </span>
      </label>
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={remove} aria-label={`Remove: ${name}`}>
        Remove
      </Button>
      <Failure>{failure}</Failure>
      <UndoReasonDialog
        what={`${name} is removed`}
        hint="Kept on the timeline of the order, for staff only."
        isOpen={isAsking}
        isBusy={isBusy}
        reason={reason}
        onReason={setReason}
        onCancel={() => setIsAsking(false)}
        onConfirm={remove}
      />
    </li>
  );
}
