import { SANDBOX_STAFF } from "../launcher/environment.ts";
import type { ListCall } from "./list-calls.ts";
import { logIn } from "./log-in.ts";

/** Where the address of /admin names an argument of staff_list_orders. */
const PARAMETERS: Record<string, string> = {
  p_search: "q",
  p_payment: "payment",
  p_fulfillment: "fulfillment",
  p_submission: "submission",
  p_view: "view",
  p_sort: "sort",
  p_cursor_at: "at",
  p_cursor_id: "id",
};

/** The path of the page that shows what a call asks for. */
export function pathOf({ args }: ListCall): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args)) {
    const parameter = PARAMETERS[name];
    if (parameter) query.set(parameter, isoTime(name, value));
  }
  return query.size > 0 ? `/admin?${query}` : "/admin";
}

/** The database writes a time with a space and short zone; the address has it as JSON has it. */
function isoTime(name: string, value: string | boolean): string {
  if (name !== "p_cursor_at") return String(value);
  return String(value)
    .replace(" ", "T")
    .replace(/([+-]\d{2})$/, "$1:00");
}

/** A member of staff's way to load a whole page from the app: gives milliseconds; throws when it is not the list. */
export async function pageLoader(appUrl: string): Promise<(call: ListCall) => Promise<number>> {
  const { cookie } = await logIn(appUrl, SANDBOX_STAFF[0]);
  return async (call) => {
    const began = performance.now();
    const page = await fetch(appUrl + pathOf(call), { headers: { cookie }, redirect: "manual" });
    const html = await page.text();
    const taken = performance.now() - began;
    if (page.status !== 200 || !html.includes("</html>"))
      throw new Error(`${call.name}: ${pathOf(call)} answers ${page.status}`);
    return taken;
  };
}
