import { renderPhotoAlert } from "@/lib/email/photo-alert";

const path = "2026-11/00000000-0000-4000-8000-000000000001";

test.each([
  [1, "1 photograph cannot be deleted"],
  [1200, "1,200 photographs cannot be deleted"],
])("of %d the mail says how many, and where one lies", async (count, subject) => {
  const mail = await renderPhotoAlert({ count, path }, "money@example.com");
  expect(mail).toMatchObject({ subject, to: { address: "money@example.com" } });
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(subject.split(" cannot")[0]);
    expect(part).toContain(`order-photos/${path}`);
  }
});

test("without an address there is no mail", async () => {
  await expect(renderPhotoAlert({ count: 1, path }, undefined)).rejects.toThrow("no usable e-mail address");
});
