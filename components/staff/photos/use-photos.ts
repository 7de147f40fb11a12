import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { withQuery } from "@/lib/base/paths";
import { sharedMessages } from "@/lib/base/shared-messages";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { getJson } from "@/lib/http/post-json";
import { sendFile } from "@/lib/http/send-file";
import { MAX_PHOTO_BYTES, type PhotoKind } from "@/lib/orders/photo";
import type { StaffPhoto } from "@/lib/orders/photos/schema";
import type { PhotoList } from "@/lib/staff/photos/schema";

export type PhotoSubjectProps =
  | { order: string; package?: undefined }
  | { package: string; order?: undefined };

/** An upload that is running, or that failed and why. */
export type Sending = { id: number; name: string; share: number; error: string | null };

type Stored = { state: "loading" } | { state: "failed"; error: string } | ({ state: "ready" } & PhotoList);

let lastId = 0;

export function usePhotos(subject: PhotoSubjectProps) {
  const router = useRouter();
  const [stored, setStored] = useState<Stored>({ state: "loading" });
  const [sending, setSending] = useState<Sending[]>([]);
  const { order, package: pack } = subject;

  const load = useCallback(
    async (signal?: AbortSignal) => {
      const answer = await getJson<PhotoList>(
        withQuery(staffApiPaths.photos, { order, package: pack }),
        signal,
      );
      if (signal?.aborted) return;
      setStored(answer.ok ? { state: "ready", ...answer.data } : { state: "failed", error: answer.error });
    },
    [order, pack],
  );

  useEffect(() => {
    const left = new AbortController();
    void load(left.signal);
    return () => left.abort();
  }, [load]);

  const change = (id: number, to: Partial<Sending>) =>
    setSending((list) => list.map((one) => (one.id === id ? { ...one, ...to } : one)));

  /** Uploads files one after the other; each keeps its own error. */
  async function add(files: File[], kind: PhotoKind, isPublic: boolean): Promise<void> {
    const path = withQuery(staffApiPaths.photoUpload, {
      order,
      package: pack,
      kind,
      public: String(isPublic),
    });
    const begun = files.map((file) => ({ id: ++lastId, name: file.name, share: 0, error: null }));
    setSending((list) => [...list.filter(({ error }) => error === null), ...begun]);
    for (const [place, { id }] of begun.entries()) {
      const file = files[place];
      if (!file) continue;
      if (file.size > MAX_PHOTO_BYTES) {
        change(id, { error: sharedMessages.photoTooLarge });
        continue;
      }
      const answer = await sendFile<{ photo: StaffPhoto }>(path, file, (share) => change(id, { share }));
      if (answer.ok) setSending((list) => list.filter((one) => one.id !== id));
      else change(id, { error: answer.error });
      await load();
    }
    router.refresh();
  }

  return { stored, sending, add, reload: () => load() };
}
