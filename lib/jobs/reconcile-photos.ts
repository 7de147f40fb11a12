import "server-only";
import type { Progress } from "@/lib/jobs/data";
import type { JobPhase } from "@/lib/jobs/job-phase";
import { saveJobProgress } from "@/lib/jobs/mutations";
import { photoObjectPaths } from "@/lib/orders/photo";
import { type DuePhoto, listDuePhotos, listStrayPhotos } from "@/lib/orders/photos/data";
import { finishPhotoDeletion, removePhotoFiles } from "@/lib/orders/photos/mutations";

const SOME = 200;
/** Maximum number of stray files deleted per call. */
const FILES = 50;

/** Deletes photos past their retention, files first. Failed ones go to the end of the queue. Returns the count. */
export async function reconcilePhotos(phase: JobPhase): Promise<number> {
  let deleted = 0;
  let after: DuePhoto | null = null;
  while (!phase.isOver) {
    const due: DuePhoto[] = await phase.need(() => listDuePhotos(SOME, after));
    await phase.each(
      due,
      ({ id: photo }) => ({ photo }),
      async ({ id, path }) => {
        try {
          await removePhotoFiles(photoObjectPaths(path));
        } catch (error) {
          await finishPhotoDeletion(id, false);
          throw error;
        }
        await finishPhotoDeletion(id, true);
        deleted++;
      },
    );
    after = due.at(-1) ?? null;
    if (due.length < SOME) break;
  }
  return deleted;
}

/** Deletes files without a photo, as after a database restore. Resumes where the last run stopped. */
export async function reconcileStrayPhotos(phase: JobPhase, from: Progress, now: Date): Promise<void> {
  let place = from.place;
  while (!phase.isOver) {
    const looked: Awaited<ReturnType<typeof listStrayPhotos>> = await phase.need(() =>
      listStrayPhotos(place),
    );
    const { names } = looked;
    const before = phase.failed;
    const parts = Array.from({ length: Math.ceil(names.length / FILES) }, (_, index) =>
      names.slice(index * FILES, (index + 1) * FILES),
    );
    const begun = await phase.each(
      parts,
      (part) => ({ file: part[0] ?? "", files: part.length }),
      (part) => removeEach(phase, part),
    );
    // Out of time. The next run continues here.
    if (begun < parts.length && phase.failed === before) return;
    place = looked.place;
    const end = place === null ? now : null;
    await phase.need(() => saveJobProgress("photos", { place, finishedAt: end }));
    if (end) return;
  }
}

/** Deletes files in one call or, if that is rejected, one by one. Throws the last error. */
async function removeEach(phase: JobPhase, names: string[]): Promise<void> {
  try {
    await removePhotoFiles(names);
  } catch (error) {
    if (names.length === 1) throw error;
    let refusal: unknown = null;
    for (const name of names) {
      if (phase.isOver) throw error;
      await removePhotoFiles([name]).catch((met: unknown) => {
        refusal = met;
      });
    }
    if (refusal) throw refusal;
  }
}
