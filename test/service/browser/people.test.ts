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

  test('a request that is refused says which value, and what it must be', async () => {
    await driven.page.evaluate('location.hash = "#/sources/xyz"');
    await expect.poll(alert).toContain('id must be 24 hexadecimal digits');
    expect(driven.faults.splice(0).every((fault) => fault.includes('400'))).toBe(true);
  });
});
