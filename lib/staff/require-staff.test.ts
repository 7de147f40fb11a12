import { globSync, readFileSync } from "node:fs";
import { NextRequest } from "next/server";
import type { StaffRole } from "@/lib/auth/session-context";
import { AppError } from "@/lib/base/errors";
import { owner, staff } from "@/lib/staff/require-staff";
import { catchLog } from "@/sandbox/builders/caught-log";

const logged = catchLog();
let role: StaffRole | null;
const standing = jest.fn();
jest.mock("@/lib/auth/data", () => ({ getSessionContext: async () => ({ staff_role: role }) }));
jest.mock("@/lib/auth/session/require-caller", () => ({
  reader: async () => {
    throw new AppError("sign_in_required");
  },
  requireValidSession: (token: string) => standing(token),
}));
jest.mock("@/lib/auth/session/access-token", () => ({
  verifyAccessToken: async (token: string) => (token === "good" ? { userId: "u1" } : null),
}));

const call = (token?: string) => ({
  request: new NextRequest("http://localhost:3000/api/admin/x", {
    headers: token ? { "x-admin-token": token } : {},
  }),
});

beforeEach(() => {
  role = "staff";
  standing.mockReset().mockResolvedValue({ userId: "u1", email: "s@b.test" });
});

test("identifies staff by token, session and role", async () => {
  expect(await staff(call("good"))).toEqual({ userId: "u1", accessToken: "good", role: "staff" });
  expect(standing).toHaveBeenCalledWith("good");
});

test.each([undefined, "forged"])("refuses a %s token without further checks", async (token) => {
  await expect(staff(call(token))).rejects.toMatchObject({ code: "sign_in_required" });
  expect(standing).not.toHaveBeenCalled();
});

test("refuses an ended session", async () => {
  standing.mockRejectedValue(new AppError("sign_in_required"));
  await expect(staff(call("good"))).rejects.toMatchObject({ status: 401 });
});

test("refuses customers and non-owners, and logs the refusals", async () => {
  await expect(owner(call("good"))).rejects.toMatchObject({ code: "owner_only", status: 403 });
  role = null;
  await expect(staff(call("good"))).rejects.toMatchObject({ code: "staff_only", status: 403 });
  await expect(owner(call("good"))).rejects.toMatchObject({ code: "staff_only" });
  expect(logged("staff.refused")).toEqual(
    ["owner_only", "staff_only", "staff_only"].map((code) =>
      expect.objectContaining({ level: "warn", userId: "u1", code }),
    ),
  );
  role = "owner";
  expect(await owner(call("good"))).toMatchObject({ role });
});

// The database also refuses customers, so a missing check wouldn't show over HTTP.
test("requires staff or an owner on each endpoint below /api/admin", () => {
  const files = globSync("app/api/admin/**/route.ts");
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const asked = [...text.matchAll(/\bwho: (\w+)/g)].map(([, who]) => who);
    expect({ file, asked: asked.length }).toEqual({
      file,
      asked: text.match(/\b(endpoint|getRoute|postRoute)\(/g)?.length,
    });
    expect({ file, others: asked.filter((who) => !/^(staff|owner)$/.test(`${who}`)) }).toEqual({
      file,
      others: [],
    });
    expect(text).toMatch(/import \{[^}]*\} from "@\/lib\/staff\/require-staff"/);
  }
});
