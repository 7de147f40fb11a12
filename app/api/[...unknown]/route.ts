import { errorCodes } from "@/lib/base/error-codes";
import { jsonResponse } from "@/lib/http/api-route";

/** Returns a JSON 404 for any endpoint that doesn't exist. */
async function unknown(): Promise<Response> {
  return jsonResponse({ error: errorCodes.not_found.text }, 404);
}

export { unknown as DELETE, unknown as GET, unknown as PATCH, unknown as POST, unknown as PUT };
