import { AppError } from "@/lib/base/errors";
import { apiRoute, endpoint } from "@/lib/http/api-route";
import { beginExport } from "@/lib/staff/exports/mutations";
import { getGraderGroup } from "@/lib/staff/groups/data";
import { manifestCsv, manifestFileName } from "@/lib/staff/groups/manifest";
import { groupParamsSchema } from "@/lib/staff/groups/schema";
import { staff } from "@/lib/staff/require-staff";

/** Answers the list that goes with the box of a group as a CSV file. */
export const { GET, POST, PUT, PATCH, DELETE } = apiRoute({
  GET: endpoint({
    who: staff,
    params: groupParamsSchema,
    missing: "group_not_found",
    handle: async ({ params, who }) => {
      const page = await getGraderGroup(who.accessToken, params.id);
      if (!page) throw new AppError("group_not_found");
      await beginExport(
        who.userId,
        { kind: "manifest", filter: { group: page.group.id } },
        page.members.length,
      );
      return new Response(manifestCsv(page), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${manifestFileName(params.id)}"`,
          "cache-control": "private, no-store",
        },
      });
    },
  }),
});
