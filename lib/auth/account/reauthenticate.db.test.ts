import { changeEmail } from "@/lib/auth/account/change-email";
import { changePassword, resetPassword } from "@/lib/auth/account/change-password";
import { confirmEmail } from "@/lib/auth/account/confirm-email";
import { signIn } from "@/lib/auth/sign-in/sign-in";
import { signOut } from "@/lib/auth/sign-in/sign-out";
import { catchLog } from "@/sandbox/builders/caught-log";
import { anEmail } from "@/sandbox/builders/ids";
import { PASSWORD } from "@/sandbox/builders/person";
import { addSignedInPerson, connect } from "@/sandbox/builders/test-database";

/* Sign-ins, sign-outs and account changes are logged by account ID, never by email. */

const sql = connect();
const logged = catchLog();

const mockBrowser = new Map<string, string>();
jest.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => ({
    getAll: () => [...mockBrowser].map(([name, value]) => ({ name, value })),
    get: (name: string) => {
      const value = mockBrowser.get(name);
      return value === undefined ? undefined : { name, value };
    },
    set: (name: string, value: string) => mockBrowser.set(name, value),
    delete: (name: string) => mockBrowser.delete(name),
  }),
}));
beforeEach(() => mockBrowser.clear());

const NEW = "another-password-1";
const address = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250)).join(".")}`;

async function somebody(currentPassword = PASSWORD) {
  const { id: userId, email } = await addSignedInPerson(sql);
  return { userId, email, currentPassword, address: address() };
}

test("logs a wrong current password and a password change", async () => {
  const wrong = await somebody("not-this-one");
  await expect(changePassword(wrong, NEW)).rejects.toMatchObject({ status: 400 });
  expect(logged("auth.refused")).toMatchObject([
    { level: "warn", during: "current_password", userId: wrong.userId },
  ]);
  expect(logged("auth.password_changed")).toEqual([]);

  const right = await somebody();
  await changePassword(right, NEW);
  expect(logged("auth.password_changed")).toMatchObject([
    { level: "info", userId: right.userId, by: "current_password" },
  ]);
  expect(logged("auth.refused")).toHaveLength(1);
});

test("logs a changed email without the address", async () => {
  const person = await somebody();
  const { isChanged } = await changeEmail(person, anEmail());
  const lines = logged(isChanged ? "auth.address_changed" : "auth.address_asked");
  expect(lines).toMatchObject([{ level: "info", userId: person.userId }]);
  expect(JSON.stringify(lines)).not.toContain("@");
});

const link = { tokenHash: "0".repeat(56), password: NEW, confirmPassword: NEW };
test.each([
  ["signup", () => confirmEmail({ ...link, type: "signup" })],
  ["recovery", () => resetPassword(link)],
] as const)("logs an invalid %s link", async (type, open) => {
  await expect(open()).rejects.toMatchObject({ status: 400 });
  expect(logged("auth.refused")).toMatchObject([{ level: "warn", during: "link", type }]);
});

test("logs who signs in, by which method, and who signs out", async () => {
  const { userId, email } = await somebody();
  await signIn({ email, password: PASSWORD, next: null, plan: null });
  expect(logged("auth.signed_in")).toMatchObject([{ userId, way: "password" }]);
  await signOut();
  expect(logged("auth.signed_out")).toMatchObject([{ level: "info", userId }]);
  await signOut();
  expect(logged("auth.signed_out")).toHaveLength(1);
});
