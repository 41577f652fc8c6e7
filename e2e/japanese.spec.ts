/** In Japanese nothing that a person reads or hears is English, but what the policy reads and writes, and details that say that they are English. */
import type { Page } from '@playwright/test';
import { expect, test, watch } from './browser.ts';

test.skip(({ backend }) => backend !== 'wasm');
test.use({ locale: 'ja' });

/** Three English words in a row, shown or told, with every fold open. */
async function english(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const says = (text: string): boolean => /[A-Za-z]{2,}[ ,]+[A-Za-z]{2,} [A-Za-z]{2,}/.test(text);
    const policy = '[lang=en], noscript, .note-text, .say-thought, .block pre, pre.text';
    for (const fold of document.querySelectorAll('details')) fold.open = true;
    const found: string[] = [];
    for (const element of document.querySelectorAll('body, body *')) {
      if (element.closest(policy)) continue;
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE && says(node.textContent ?? '')) found.push(node.textContent ?? '');
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) if (says(element.getAttribute(name) ?? '')) found.push(`${name}: ${element.getAttribute(name) ?? ''}`);
    }
    return found;
  });
}

test('The stage, its panels, the editor and what is wrong with a link are in Japanese', async ({ page }) => {
  const complaints = watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.locator('.turn, .say').first()).toBeVisible();
  // The policy's own words are English: the test sees what it looks for.
  expect(await page.locator('.block pre').first().innerText()).toMatch(/[a-z]+ [a-z]+ [a-z]+/);
  for (const key of ['t', 'v', 'b']) {
    await page.keyboard.press(key);
    await expect.poll(() => english(page)).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await english(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('e');
  await page.locator('.editor-text textarea').fill('#####\n# $.#\n#####');
  await expect(page.locator('.checks-list [data-tone=bad]')).toBeVisible();
  expect(await english(page)).toEqual([]);
  await page.goto('./#v1');
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  // What the program says of it is there, and says that it is English.
  await expect(page.getByRole('alert').locator('[lang=en]')).toHaveText(/[A-Za-z]+ [a-z]+ [a-z]+/);
  expect(await english(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('The train door is in Japanese, and so is what is wrong with a setting or with an adapter', async ({ page }) => {
  await page.goto('./?backend=wasm');
  await page.getByRole('button', { name: '訓練する', exact: true }).click();
  await expect(page.locator('.train-settings')).toBeVisible();
  expect(await english(page)).toEqual([]);
  await page.locator('.train-settings').getByText('倉庫番', { exact: true }).click();
  await page.getByLabel('最短解の下限').fill('22');
  await expect(page.getByText('「最短解の下限」は 22、「最短解の上限」は 21 です。')).toBeVisible();
  await page.getByLabel('タスクごとの試行数').fill('100');
  await expect(page.getByText('「タスクごとの試行数」は 100 です。1 から 64 の整数にしてください。')).toBeVisible();
  const file = (name: string, text: string) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });
  await page.locator('input[type=file][accept=".json,.safetensors"]').setInputFiles([file('adapter_config.json', '{"r": 8}'), file('adapter_model.safetensors', 'x')]);
  await expect(page.getByRole('alert')).toContainText('うまくいきませんでした。 Scout に合うアダプターではありません。', { timeout: 60_000 });
  await expect(page.getByRole('alert').locator('[lang=en]')).toContainText('does not describe a plain LoRA adapter');
  expect(await english(page)).toEqual([]);
});
