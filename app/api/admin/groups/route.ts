import { apiRoute, endpoint } from "@/lib/http/api-route";
import { openGroup } from "@/lib/staff/groups/mutations";
import { openGroupSchema } from "@/lib/staff/groups/schema";
import { staff } from "@/lib/staff/require-staff";

/** Begins a group of batches for a grading company: {grader} -> {group}. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  POST: endpoint({
    who: staff,
    body: openGroupSchema,
    handle: async ({ body, who }) => {
      return { group: await openGroup(who.userId, body.grader) };
    },
  }),
});
