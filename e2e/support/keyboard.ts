import type { Locator, Page } from "playwright/test";

/** A person without a mouse: gets everywhere by Tab, and acts by typing and Enter. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Presses Tab until the focus is there; throws when it never gets there. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < 80; step += 1) {
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

  /** Follows a link or presses a button, once the page's script is there. */
  async press(target: Locator): Promise<void> {
    await this.#page.waitForLoadState("networkidle");
    await this.tabTo(target);
    await this.#page.keyboard.press("Enter");
  }
}
