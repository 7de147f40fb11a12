import { zodResolver } from "@hookform/resolvers/zod";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";
import type { Profile } from "@/lib/profile/profile";
import { type ProfileFields, type ProfileInput, profileSchema } from "@/lib/profile/schema";

const SUCCESS_MS = 3_000;

type Failure = { text: string; isSignedOut: boolean; attempt: number };

export function toValues(profile: Profile) {
  return {
    user_id: profile.user_id,
    full_name: profile.full_name ?? "",
    phone: profile.phone ?? "",
    address_line1: profile.address_line1 ?? "",
    address_line2: profile.address_line2 ?? "",
    city: profile.city ?? "",
    state: profile.state ?? "",
    postal_code: profile.postal_code ?? "",
    country: profile.country as ProfileInput["country"],
  };
}

/** Manages the profile's form and keeps what was typed during or after a failed save. `isSaved` lasts three seconds. */
export function useProfileForm(profile: Profile) {
  const values = toValues(profile);
  const form = useForm<ProfileInput, unknown, ProfileFields>({
    resolver: zodResolver(profileSchema),
    defaultValues: values,
  });
  const [failure, setFailure] = useState<Failure>();
  const [savedAt, setSavedAt] = useState<number>();
  const { isDirty } = form.formState;
  const router = useRouter();
  useUnsavedGuard(isDirty);

  // Another tab may have saved a new address. An unchanged form here must not overwrite it with the old one.
  useEffect(() => {
    if (isDirty) return;
    const look = () => document.visibilityState === "visible" && router.refresh();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [isDirty, router]);

  const shown = useRef<Profile>(null);
  useEffect(() => {
    // The library keeps text typed before hydration but doesn't count it as a change.
    if (!shown.current) form.reset(form.getValues(), { keepDefaultValues: true });
    else if (shown.current !== profile && !form.formState.isDirty) form.reset(toValues(profile));
    shown.current = profile;
  }, [form, profile]);

  useEffect(() => {
    if (savedAt === undefined) return;
    const timer = setTimeout(() => setSavedAt(undefined), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [savedAt]);

  async function save(fields: ProfileFields) {
    const sent = form.getValues();
    setFailure(undefined);
    setSavedAt(undefined);
    const answer = await postJson<{ profile: Profile }>(apiPaths.profile, fields);
    if (!answer.ok) {
      setFailure({
        text: answer.error,
        isSignedOut: answer.code === "sign_in_required",
        attempt: Date.now(),
      });
      return;
    }
    const now = form.getValues();
    form.reset(toValues(answer.data.profile));
    for (const name of Object.keys(sent) as (keyof ProfileInput)[]) {
      if (now[name] !== sent[name]) form.setValue(name, now[name], { shouldDirty: true });
    }
    setSavedAt(Date.now());
  }

  /** Includes the value that the server rendered, so that no field is empty before hydration. */
  const register: typeof form.register = (name, options) => ({
    ...form.register(name, options),
    defaultValue: values[name] ?? "",
  });
  return { form, register, failure, isSaved: savedAt !== undefined, onSubmit: form.handleSubmit(save) };
}
