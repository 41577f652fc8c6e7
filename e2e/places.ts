/** Places of the page that many tests look at. */
import type { Locator, Page } from '@playwright/test';

/** How it stands with the trial on stage. */
export const status = (page: Page): Locator => page.locator('.strip-status');
/** Episode and turn on stage. */
export const where = (page: Page): Locator => page.locator('#stage-title');
export const lesson = (page: Page): Locator => page.locator('.lesson-panel');
