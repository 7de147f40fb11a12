import { NextRequest } from "next/server";
import { handleRequest } from "@/lib/gate";
import { PASSWORD } from "./person.ts";
import { addStaff, addSubscription } from "./rows.ts";
import { type Sql, signedUp, visitorClient } from "./test-database.ts";

export type GateSession = {
  access_token: string;
  refresh_token: string;
  expires_at?: number;
  user: { id: string };
};

export async function logInAs(
  sql: Sql,
  role: "customer" | "member" | "staff" | "owner",
): Promise<GateSession> {
  const person = await signedUp(sql);
  if (role === "member") await addSubscription(sql, person.id);
  if (role === "staff" || role === "owner") await addStaff(sql, person.id, role);
  const { data } = await visitorClient().auth.signInWithPassword({
    email: person.email,
    password: PASSWORD,
  });
  if (!data.session) throw new Error("no session");
  return data.session;
}

export const cookieOf = (session: GateSession, name = "sb") =>
  `${name}=base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`;

export async function visit(path: string, cookie = "", headers: Record<string, string> = {}) {
  const url = `http://app.example.test${path}`;
  const response = await handleRequest(new NextRequest(url, { headers: { cookie, ...headers } }));
  const handedOn = (name: string) => response.headers.get(`x-middleware-request-${name}`);
  return {
    status: response.status,
    leadsTo: response.headers.get("location")?.replace(process.env.APP_URL ?? "", "") ?? null,
    policy: response.headers.get("content-security-policy"),
    caching: response.headers.get("cache-control"),
    state: handedOn("x-session-state"),
    cookies: response.cookies,
    handedOn,
  };
}
