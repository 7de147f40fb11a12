import type { Locator, Page } from "playwright/test";
import { expectHydrated } from "./hydrated.ts";

/** Navigates by Tab, typing and Enter only. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until the target has the focus. Throws when it never does. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    await expectHydrated(target);
    for (let step = 0; step < 400; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.#page.keyboard.press("Tab");
    }
    throw new Error(`the keyboard does not lead to ${target}`);
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.#page.keyboard.press("ControlOrMeta+A");
    await this.#page.keyboard.type(text);
  }

  async press(target: Locator): Promise<void> {
    await this.tabTo(target);
    await this.#page.keyboard.press("Enter");
  }
}
