"use client";
import { Camera, ImagePlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useId, useState } from "react";
import { Checkbox } from "@/components/staff/checkbox";
import { usePost } from "@/components/staff/use-post";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-link";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { Thumbnail } from "@/components/ui/picture";
import { ProgressBar } from "@/components/ui/progress-bar";
import { SelectField } from "@/components/ui/select-field";
import { Time } from "@/components/ui/time";
import { useHydrated } from "@/components/ui/use-hydrated";
import { withQuery } from "@/lib/base/paths";
import { sharedMessages } from "@/lib/base/shared-messages";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { getJson, type JsonAnswer } from "@/lib/http/post-json";
import { sendFile } from "@/lib/http/send-file";
import {
  MAX_PHOTO_BYTES,
  PHOTO_KINDS,
  type PhotoKind,
  photoAlt,
  photoKind,
  photoPath,
} from "@/lib/orders/photo";
import type { StaffPhoto } from "@/lib/orders/photos/schema";
import { type PhotoList, type PhotoSubject, photosLeftText } from "@/lib/staff/photos/schema";

export function PhotoPanel({ subject }: { subject: PhotoSubject }) {
  const { stored, sending, add, reload } = usePhotos(subject);
  if (!stored) return <p className="text-text-muted">Loading photos…</p>;
  if (!stored.ok) {
    return (
      <div className="space-y-4">
        <Alert tone="danger" isLive title="We couldn't load the photos">
          {stored.error}
        </Alert>
        <Button variant="secondary" size="sm" onClick={reload}>
          Try Again
        </Button>
      </div>
    );
  }
  const { photos, slots_left: slotsLeft } = stored.data;
  return (
    <div className="space-y-5">
      {photos.length > 0 ? (
        <ul aria-label="Photos" className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {photos.map((photo, index) => (
            <PhotoItem
              key={photo.id}
              photo={photo}
              name={photoAlt(photo, index, photos.length)}
              onChanged={reload}
            />
          ))}
        </ul>
      ) : (
        <p className="text-text-muted">No photos yet.</p>
      )}
      <PhotoForm isFull={slotsLeft < 1} sending={sending} add={add} />
      <p className="text-sm text-text-muted" role="status">
        {photosLeftText(slotsLeft)}
      </p>
    </div>
  );
}

type PhotoItemProps = { photo: StaffPhoto; name: string; onChanged: () => Promise<void> };

function PhotoItem({ photo, name, onChanged }: PhotoItemProps) {
  const { post, isBusy, failure } = usePost();
  const [isAsking, setIsAsking] = useState(false);
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
    await post(path, {}, { done: "Photo removed", method: "DELETE" });
    setIsAsking(false);
    await onChanged();
  }

  return (
    <li className="space-y-2 text-sm">
      <Thumbnail src={photoPath(photo.id, "small")} href={photoPath(photo.id, "full")} alt={name} />
      <div className="min-w-0">
        <p className="font-medium">{photoKind(photo.kind)}</p>
        <p className="text-xs text-text-muted wrap-anywhere">
          {photo.taken_by ?? "Staff"}, <Time at={photo.taken_at} show="local" />
        </p>
      </div>
      <Checkbox isOn={photo.public} disabled={isBusy} onChange={show} className="min-h-6">
        <span>
          Show to customer<span className="sr-only">: {name}</span>
        </span>
      </Checkbox>
      <Button
        variant="secondary"
        size="sm"
        isBusy={isBusy}
        onClick={() => setIsAsking(true)}
        aria-label={`Remove: ${name}`}
      >
        Remove
      </Button>
      <Failure>{failure}</Failure>
      <ConfirmDialog
        title="Remove this photo?"
        isOpen={isAsking}
        onCancel={() => setIsAsking(false)}
        confirm={{ variant: "danger", isBusy, onClick: remove, children: "Remove photo" }}
      >
        <p>You can't undo this.</p>
      </ConfirmDialog>
    </li>
  );
}

/** Listed by type, so that phones send JPEG instead of HEIC. */
const ACCEPTED = "image/jpeg,image/png,image/webp";

type PhotoFormProps = {
  isFull: boolean;
  sending: Sending[];
  add: (files: File[], kind: PhotoKind, isPublic: boolean) => Promise<void>;
};

function PhotoForm({ isFull, sending, add }: PhotoFormProps) {
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
            label="Photo of"
            value={kind}
            onChange={(event) => setKind(event.target.value as PhotoKind)}
            options={PHOTO_KINDS.map((one) => [one, photoKind(one)])}
          />
        </div>
        <FileButton
          icon={<Camera className="size-4" aria-hidden="true" />}
          disabled={isBlocked}
          onFiles={take}
          capture="environment"
        >
          Take photo
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
      <Checkbox isOn={isPublic} onChange={setIsPublic} className="min-h-6 w-fit">
        Show to customer
      </Checkbox>
      {sending.length > 0 ? (
        <ul aria-label="Uploads" className="space-y-3 text-sm">
          {sending.map((one) => (
            <li key={one.id} className="space-y-1">
              <p className="wrap-anywhere">{one.name}</p>
              {one.error === null ? (
                <ProgressBar label={`Uploading ${one.name}`} value={one.share} max={1} tone="success" />
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

type FileButtonProps = Pick<React.ComponentProps<"input">, "capture" | "multiple" | "disabled"> & {
  icon: React.ReactNode;
  onFiles: (files: File[]) => void;
  children: string;
};

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
          // Cleared, so that the same file can be chosen again.
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

/** An upload that is running, or that failed with `error`. */
type Sending = { id: number; name: string; share: number; error: string | null };

let lastId = 0;

function usePhotos(subject: PhotoSubject) {
  const router = useRouter();
  const [stored, setStored] = useState<JsonAnswer<PhotoList>>();
  const [sending, setSending] = useState<Sending[]>([]);
  const path = withQuery(staffApiPaths.photos, subject);

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const answer = await getJson<PhotoList>(path, signal);
      if (!signal?.aborted) setStored(answer);
    },
    [path],
  );

  useEffect(() => {
    const left = new AbortController();
    void load(left.signal);
    return () => left.abort();
  }, [load]);

  const change = (id: number, to: Partial<Sending>) =>
    setSending((list) => list.map((one) => (one.id === id ? { ...one, ...to } : one)));

  /** Uploads files one at a time. Each keeps its own error. */
  async function add(files: File[], kind: PhotoKind, isPublic: boolean): Promise<void> {
    const query = { ...subject, kind, public: String(isPublic) };
    const uploadPath = withQuery(staffApiPaths.photoUpload, query);
    const begun = files.map((file) => ({ id: ++lastId, name: file.name, share: 0, error: null }));
    setSending((list) => [...list.filter(({ error }) => error === null), ...begun]);
    for (const [place, { id }] of begun.entries()) {
      const file = files[place];
      if (!file) continue;
      if (file.size > MAX_PHOTO_BYTES) {
        change(id, { error: sharedMessages.photoTooLarge });
        continue;
      }
      const answer = await sendFile<{ photo: StaffPhoto }>(uploadPath, file, (share) =>
        change(id, { share }),
      );
      if (answer.ok) setSending((list) => list.filter((one) => one.id !== id));
      else change(id, { error: answer.error });
      await load();
    }
    router.refresh();
  }

  return { stored, sending, add, reload: () => load() };
}
