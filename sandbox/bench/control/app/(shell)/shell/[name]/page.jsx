import { redirect } from "next/navigation";
import { askAuth, callFunction, pages } from "../../../../api.js";
import { Rows } from "../../../../rows.jsx";
import { loadSession } from "../../session.js";

/** The rows of the one call in the product's shell, behind its check of the session. */
export default async function Page({ params }) {
  const [{ name }, session] = await Promise.all([params, loadSession()]);
  if (!session) redirect("/nonce");
  const page = pages[name];
  const [answer] = await Promise.all([
    callFunction(page, session.token),
    page.asksAuth ? askAuth(session.token) : null,
  ]);
  return (
    <main id="main">
      <h1>{name}</h1>
      <Rows tables={page.tables} answer={answer} />
    </main>
  );
}
