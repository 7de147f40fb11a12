import { cookies } from "next/headers";
import { cache } from "react";
import { readSession } from "../../session.js";

/** Reads the session of this request once for layout and page. */
export const loadSession = cache(async () => readSession((await cookies()).getAll()));
