/** What axe finds on a page, as `rule: element`. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** @param part a selector: only there; default: the whole page */
export async function violations(page: Page, part?: string): Promise<string[]> {
  // To put it into a page takes longer than to look at a dialog: once is enough.
  const there = await page.evaluate(() => 'axe' in globalThis);
  // No page here has frames, of which axe puts together what it found in a page of its own.
  const axe = new AxeBuilder({ page, ...(there && { axeSource: 'void 0' }) }).setLegacyMode().options({ resultTypes: ['violations'], preload: false });
  if (part !== undefined) axe.include(part);
  const found = await axe.analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
