import { AppError } from "@/lib/base/errors";
import { getRoute } from "@/lib/http/api-route";
import { listPhotos } from "@/lib/staff/photos/process-photo";
import { photoSubjectSchema } from "@/lib/staff/photos/schema";
import { staff } from "@/lib/staff/require-staff";

/** Returns the photos for ?order= or ?package=: {slots_left, photos}. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: staff,
  handle: async ({ request, who }) => {
    const subject = photoSubjectSchema.safeParse(Object.fromEntries(request.nextUrl.searchParams));
    if (!subject.success) throw new AppError("invalid_input");
    return listPhotos(who.accessToken, subject.data);
  },
});
