import { connection } from "next/server";
export default async function LoginPage() {
  await connection();
  return <main>login</main>;
}
