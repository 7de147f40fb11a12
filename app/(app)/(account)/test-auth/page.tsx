import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { TestAuthForm } from "@/components/account/sign-in/test-auth-form";
import { AuthPanel } from "@/components/layout/auth-panel";
import { ScriptNeeded } from "@/components/ui/script-needed";
import { isTestAuthOn } from "@/lib/base/env";
import { paths } from "@/lib/base/paths";

export const metadata: Metadata = { title: "Auth test" };

export default function TestAuthPage() {
  if (!isTestAuthOn()) redirect(paths.home);
  return (
    <AuthPanel title="Auth test" lead="Shows the auth service's own response. You won't stay signed in.">
      <ScriptNeeded />
      <TestAuthForm />
    </AuthPanel>
  );
}
