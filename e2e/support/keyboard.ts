import type { Locator, Page } from "playwright/test";
import { expectHydrated } from "./hydrated.ts";

/** A person without a mouse: gets everywhere by Tab, and acts by typing and Enter. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until the focus is there, once the page's script is; throws when it never gets there. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    await expectHydrated(target);
    for (let step = 0; step < 400; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.#page.keyboard.press("Tab");
    }
    throw new Error(`the keyboard does not lead to ${target}`);
  }

  /** Types into a field; what stood there is replaced. */
  async type(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.#page.keyboard.press("ControlOrMeta+A");
    await this.#page.keyboard.type(text);
  }

  /** Follows a link or presses a button. */
  async press(target: Locator): Promise<void> {
    await this.tabTo(target);
    await this.#page.keyboard.press("Enter");
  }
}
