import { anyone } from "@/lib/auth/session/require-caller";
import { signOut } from "@/lib/auth/sign-in/sign-out";
import { paths } from "@/lib/base/paths";
import { postRoute } from "@/lib/http/api-route";

/** Signs out -> {redirectTo}. A plain HTML form gets a redirect instead. */
export const { GET, POST, PUT, PATCH, DELETE } = postRoute({
  who: anyone,
  handle: async ({ request }) => {
    await signOut();
    const isForm = request.headers.get("accept")?.includes("text/html");
    // A relative URL keeps the browser on its origin.
    if (isForm) return new Response(null, { status: 303, headers: { location: paths.home } });
    return { redirectTo: paths.home };
  },
});
