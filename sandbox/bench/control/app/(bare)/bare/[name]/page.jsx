import { cookies } from "next/headers";
import { callFunction, pages } from "../../../../api.js";
import { Rows } from "../../../../rows.jsx";

/** The call and its rows, without layout, middleware or a check of the token, which comes in a cookie of its own. */
export default async function Page({ params }) {
  const [{ name }, store] = await Promise.all([params, cookies()]);
  const page = pages[name];
  const answer = await callFunction(page, store.get("token")?.value);
  return (
    <main>
      <h1>{name}</h1>
      <Rows tables={page.tables} answer={answer} />
    </main>
  );
}
