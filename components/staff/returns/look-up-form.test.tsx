/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { Suspense, use, useState } from "react";
import { LookUpForm } from "@/components/staff/returns/look-up-form";
import { ReturnForm } from "@/components/staff/returns/return-form";
import { stubEndpoint } from "@/sandbox/builders/stub-endpoint";

let openPage: (href: string) => void;
const router = { push: (href: string) => openPage(href), refresh: () => {} };
jest.mock("next/navigation", () => ({ useRouter: () => router }));

const endpoint = stubEndpoint();
const BATCH = "BATCH-MGX2K9QW7-7F3K";
const OTHER = "BATCH-MGX2K9QW8-7F3K";
const LABEL = "9400110200881234567890";

/** What has come of a look-up: whether the batch can go. */
type Page = { code: string; canGo: boolean };
let answer: (canGo: boolean) => Promise<void>;
const opened: string[] = [];

/** The page of returns, which the router shows once its server has answered. */
function Returns() {
  const [page, setPage] = useState<Promise<Page> | Page>({ code: "", canGo: false });
  openPage = (href) => {
    const { promise, resolve } = Promise.withResolvers<Page>();
    const code = new URLSearchParams(href.split("?")[1]).get("code") ?? "";
    opened.push(code);
    answer = (canGo) => act(async () => resolve({ code, canGo }));
    setPage(promise);
  };
  const { code, canGo } = page instanceof Promise ? use(page) : page;
  return (
    <>
      <LookUpForm code={code} isFree={!canGo} />
      {canGo ? <ReturnForm order={{ id: "1", version: 4, name: code }} verdict="agree" /> : null}
    </>
  );
}

/** Types as a scanner does: into what has the focus, with Enter at the end. */
async function type(text: string, end = "Enter"): Promise<void> {
  await act(async () => {
    for (const key of text) {
      const field = document.activeElement as HTMLInputElement;
      if (fireEvent.keyDown(field, { key })) fireEvent.input(field, { target: { value: field.value + key } });
    }
    const field = document.activeElement as HTMLInputElement;
    if (end && fireEvent.keyDown(field, { key: end })) field.form?.requestSubmit();
  });
}
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

beforeEach(async () => {
  opened.length = 0;
  endpoint.answer({ status: 200, body: {} });
  await act(async () => {
    render(
      <Suspense>
        <Returns />
      </Suspense>,
    );
  });
  screen.getByLabelText("Batch ID").focus();
  await type(BATCH);
});

test("a label that is scanned before its batch was looked up is that batch's", async () => {
  await type(LABEL);
  expect(value("Batch ID")).toBe(BATCH);
  await answer(true);
  await settled();
  expect(endpoint.calls.map(({ body }) => body)).toMatchObject([{ tracking_number: LABEL }]);
  expect(opened[0]).toBe(BATCH);
});

test("of a label that is still being scanned the rest comes behind it", async () => {
  await type(LABEL.slice(0, 9), "");
  await answer(true);
  await type(LABEL.slice(9), "");
  expect(value("Tracking number")).toBe(LABEL);
  await settled();
  expect(endpoint.calls).toHaveLength(0);
});

test("where its batch cannot go the label is no batch's, and what is said of that stays", async () => {
  await type(LABEL);
  await answer(false);
  await settled();
  expect(opened).toEqual([BATCH]);
  expect(value("Batch ID")).toBe(BATCH);
});

test("where it cannot go the batch that was scanned next is looked up", async () => {
  await type(OTHER);
  await answer(false);
  await settled();
  expect(opened).toEqual([BATCH, OTHER]);
});

test("a second Enter of the same press looks nothing up once more", async () => {
  await type("");
  await answer(true);
  await settled();
  expect(opened).toEqual([BATCH]);
  expect(endpoint.calls).toHaveLength(0);
});

test("what is scanned after a batch that cannot go replaces it", async () => {
  await answer(false);
  const field = screen.getByLabelText<HTMLInputElement>("Batch ID");
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, BATCH.length]);
});
