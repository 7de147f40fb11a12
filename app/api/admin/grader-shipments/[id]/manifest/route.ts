import { AppError } from "@/lib/base/errors";
import { getRoute } from "@/lib/http/api-route";
import { beginExport } from "@/lib/staff/exports/mutations";
import { manifestCsv, manifestFileName } from "@/lib/staff/grader-shipments/grader-shipment";
import { shipmentInPath } from "@/lib/staff/grader-shipments/schema";
import { getGraderShipment } from "@/lib/staff/grader-shipments/shipments";
import { staff } from "@/lib/staff/require-staff";

/** Returns the packing list of a shipment as a CSV file. */
export const { GET, POST, PUT, PATCH, DELETE } = getRoute({
  who: staff,
  ...shipmentInPath,
  handle: async ({ params, who }) => {
    const page = await getGraderShipment(who.accessToken, params.id);
    if (!page) throw new AppError("shipment_not_found");
    await beginExport(who.userId, "manifest", { shipment: page.shipment.id }, page.members.length);
    return new Response(manifestCsv(page), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${manifestFileName(params.id)}"`,
        "cache-control": "private, no-store",
      },
    });
  },
});
