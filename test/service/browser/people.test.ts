/** What helps people: reasons that they understand, another attempt, keys, and a first look around. */

import { expect, test } from 'vitest';
import { describeDevices } from './driven-page.ts';

describeDevices('people', (driven) => {
  const offline = (isOffline: boolean) => driven.page.context().setOffline(isOffline);
  const alert = () => driven.textOf('[role=alert]');

  test('a service that is away has a reason and another attempt, and nothing is lost', async () => {
    await driven.paste('get 1\nput 2');
    await driven.addStep('lowercase');
    await offline(true);
    await driven.page.evaluate('location.hash = "#/sources"');
    await expect
      .poll(alert)
      .toMatch(/^This part of the page cannot be loaded: the service at .* cannot be reached\./);
    await offline(false);
    await driven.button('Try again').click();
    await driven.locator('#sources-title').waitFor();
    await offline(true);
    await driven.page.evaluate('location.hash = "#/sources?query=web"');
    await expect.poll(alert).toMatch(/^The service at .* cannot be reached\. What is here stays here\./);
    await offline(false);
    await driven.press('button:text-is("Try again")');
    await driven.locator('[role=alert]').waitFor({ state: 'detached' });
    await driven.page.evaluate('location.hash = "#/"');
    await expect.poll(() => driven.valueOf('textarea.records')).toBe('get 1\nput 2');
    // The browser says so in its console, too.
    const faults = driven.faults.splice(0);
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  test('keys are listed by ?, work outside of fields, and can be turned off', async () => {
    await driven.go('');
    await driven.paste('get 1\nput 2\nget 3');
    await driven.locator('.line').nth(2).waitFor();
    await driven.locator('#output-panel').focus();
    const { keyboard } = driven.page;
    await keyboard.press('?');
    await driven.locator('dialog.help[open] section[aria-label="Workbench"]').waitFor();
    await driven.check('keys');
    await driven.press('dialog.help button:text-is("Done")');
    await driven.locator('#output-panel').focus();
    for (const key of ['n', 'n', 'p']) await keyboard.press(key);
    await expect.poll(() => driven.selectedLine()).toMatch(/^2/);
    await keyboard.press('i');
    await expect.poll(() => driven.page.evaluate('document.activeElement.className')).toContain('records');
    // In a field, a key is text.
    await keyboard.press('End');
    await keyboard.type('?n');
    await expect.poll(() => driven.valueOf('textarea.records')).toContain('?n');
    await driven.press('#help');
    await driven.press('dialog.help input[type=checkbox]', ' ');
    await driven.press('dialog.help button:text-is("Done")');
    await driven.locator('#output-panel').focus();
    await keyboard.press('i');
    await driven.press('#help');
    await driven.press('dialog.help input[type=checkbox]', ' ');
    await driven.press('dialog.help button:text-is("Done")');
    await expect.poll(() => driven.page.evaluate('document.activeElement.id')).toBe('help');
  });

  test('an empty page offers a tour, which can be left at each stop', async () => {
    await driven.paste('');
    await driven.press('button:text-is("Take a short tour")');
    const title = () => driven.textOf('#tour-title');
    const seen: string[] = [];
    for (let stop = 1; stop <= 5; stop++) {
      await driven.shows(`${stop} of 5`);
      seen.push(await title());
      if (stop === 2) await driven.check('tour');
      if (stop < 5) await driven.page.keyboard.press('Enter');
    }
    expect(new Set(seen).size).toBe(5);
    await driven.button('Back').click();
    await expect.poll(title).toBe(seen[3]);
    await driven.page.keyboard.press('Escape');
    await driven.locator('.tour').waitFor({ state: 'detached' });
    await expect.poll(() => driven.valueOf('textarea.records')).toContain('HTTP/1.1');
  });

  test('a request that is refused says which value, and what it must be', async () => {
    await driven.page.evaluate('location.hash = "#/sources/xyz"');
    await expect.poll(alert).toContain('id must be 24 hexadecimal digits');
    expect(driven.faults.splice(0).every((fault) => fault.includes('400'))).toBe(true);
  });
});
