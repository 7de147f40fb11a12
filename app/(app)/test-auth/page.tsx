import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthPanel } from "@/components/auth/auth-panel";
import { ScriptNeeded } from "@/components/auth/script-needed";
import { TestAuthForm } from "@/components/auth/test-auth-form";
import { isTestAuthOn } from "@/lib/env";
import { paths } from "@/lib/paths";

export const metadata: Metadata = { title: "Auth test" };

export default function TestAuthPage() {
  if (!isTestAuthOn()) redirect(paths.home);
  return (
    <AuthPanel
      title="Auth test"
      lead="What the sign-in service answers, word for word. Nobody stays signed in."
    >
      <ScriptNeeded />
      <TestAuthForm />
    </AuthPanel>
  );
}
