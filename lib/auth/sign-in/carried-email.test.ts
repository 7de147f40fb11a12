import { carryEmail, takeCarriedEmail } from "@/lib/auth/sign-in/carried-email";
import { withTestStorage } from "@/sandbox/builders/test-session-store";

const store = withTestStorage();

test("an address is told once", () => {
  carryEmail(" casey@example.com ");
  expect(takeCarriedEmail()).toBe("casey@example.com");
  expect(takeCarriedEmail()).toBeNull();
  expect(store().size).toBe(0);
});

test.each([undefined, "", " "])("%j carries nothing, and takes what was carried away", (email) => {
  carryEmail("casey@example.com");
  carryEmail(email);
  expect(takeCarriedEmail()).toBeNull();
});
