import { describe, expect, test } from 'vitest';
import { barriersOn, hasBrowser, isReal, overflowOf, useBrowser } from '../../../support/browser.ts';
import { openAs, signedIn } from '../../../support/dashboard.ts';
import { importsOf } from '../../../support/imports/imports.ts';
import { makeList } from '../../../support/list.ts';
import { useService } from '../../../support/service/service.ts';
import { openTestWorker } from '../../../support/service/worker.ts';

describe.runIf(hasBrowser)('an import in a browser', () => {
  const service = useService();
  const browser = useBrowser();

  test.each([
    ['desktop', { viewport: { width: 1200, height: 900 } }],
    ['phone', { viewport: { width: 390, height: 800 }, colorScheme: 'dark' }],
  ] as const)('asks what the file does not tell, and starts then, on %s', async (name, options) => {
    const worker = openTestWorker(service);
    const list = await makeList(service);
    const imports = importsOf(service, worker, list);
    const visitor = await signedIn(service, list.account);
    const { page, complaints } = await openAs(visitor, service, browser, options);
    const looksWell = async (step: string) => {
      if (process.env.LOOK_AT)
        await page.screenshot({ path: `${process.env.LOOK_AT}/${name}-${step}.png`, fullPage: true });
      expect([await overflowOf(page), await barriersOn(page)]).toEqual([0, []]);
    };
    const idOf = () => new URL(page.url()).pathname.split('/').at(-1) ?? '';

    await page.goto(`/dashboard/waitlists/${list.id}/imports`);
    await looksWell('upload');
    const text =
      'Email;Name;Date;Status\nin@x.example;M\xfcller;1/2/2025;active\nout@x.example;Zoe;3/4/2025;cancelled\n';
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Checking the rows').waitFor();
    await imports.validate(idOf());
    await page.reload();
    await looksWell('questions');
    for (const answer of [
      'Yes, they read right',
      '1 Feb 2025 (day first)',
      'Yes, do not mail those who have left',
    ]) {
      await page.getByRole('button', { name: answer }).click();
      await page.getByText('The rows are checked again.').waitFor();
      await imports.validate(idOf());
      await page.reload();
    }
    await looksWell('ready');
    await page.getByRole('button', { name: 'Import 2 signups' }).click();
    await page.getByText('The import has started.').waitFor();
    expect((await list.page()).total).toBe(0);
    expect(complaints.filter(isReal)).toEqual([]);
    await worker.close();
  });
});
