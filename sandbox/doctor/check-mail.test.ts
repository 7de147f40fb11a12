import { checkMail } from "./check-mail.ts";

test("a mail server that is away is told", async () => {
  expect(await checkMail({ SMTP_URL: "smtp://127.0.0.1:9" })).toEqual([
    { state: "wrong", about: "mail server", says: expect.stringMatching(/^It cannot be reached/) },
  ]);
});
