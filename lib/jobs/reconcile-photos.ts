import "server-only";
import type { Progress } from "@/lib/jobs/data";
import type { JobPhase } from "@/lib/jobs/job-phase";
import { saveJobProgress } from "@/lib/jobs/mutations";
import { type DuePhoto, listDuePhotos, listStrayPhotos } from "@/lib/orders/photos/data";
import { deletePhoto, removePhotoFiles, removeStrayFiles } from "@/lib/orders/photos/mutations";

const SOME = 200;

/**
 * Deletes the photographs whose time is over: taken back, never stored whole, or of cards that were delivered 180 days ago.
 * The files go first, then the row, so that a stop in between is made good by the next run. One that cannot be deleted is
 * logged as an error at every run, and stops no other. Answers how many were deleted.
 */
export async function reconcilePhotos(phase: JobPhase): Promise<number> {
  let deleted = 0;
  let after: DuePhoto | null = null;
  while (!phase.isOver) {
    const due: DuePhoto[] = await phase.need(() => listDuePhotos(SOME, after));
    await phase.each(due, async ({ id, path }) => {
      await removePhotoFiles(path);
      await deletePhoto(id);
      deleted++;
    });
    after = due.at(-1) ?? null;
    if (due.length < SOME) break;
  }
  return deleted;
}

/**
 * Deletes the files of the bucket that no photograph knows of, as after a restore of the database: some thousand names are
 * looked at a call, and the walk goes on where the last run stopped.
 */
export async function reconcileStrayPhotos(phase: JobPhase, from: Progress, now: Date): Promise<void> {
  let place = from.place;
  while (!phase.isOver) {
    const looked: Awaited<ReturnType<typeof listStrayPhotos>> = await phase.need(() =>
      listStrayPhotos(place),
    );
    const { names } = looked;
    if (names.length > 0) await phase.need(() => removeStrayFiles(names));
    place = looked.place;
    const end = place === null ? now : null;
    await phase.need(() => saveJobProgress("photos", { place, finishedAt: end }));
    if (end) return;
  }
}
