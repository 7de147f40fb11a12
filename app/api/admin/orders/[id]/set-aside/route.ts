import { postRoute } from "@/lib/http/api-route";
import { orderInPath } from "@/lib/orders/schema";
import { setAside, updateSetAside } from "@/lib/staff/desk/mutations";
import { setAsideChangeSchema } from "@/lib/staff/desk/schema";
import { staff } from "@/lib/staff/require-staff";

/** Sets a package aside, adds a contact note, or ends the set-aside: {action} -> {action_id}. 409 on a conflict. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: staff,
  ...orderInPath,
  body: setAsideChangeSchema,
  handle: ({ params, body, who }) =>
    body.action === "set_aside"
      ? setAside(who.userId, params.id, body)
      : updateSetAside(who.userId, params.id, body),
});
