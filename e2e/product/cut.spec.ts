import { fitFile } from './files.ts';
import { importFile } from './imported.ts';
import { expect, test } from './member.ts';

/** Meters and seconds of a workout, as the API tells them. */
async function figures(answer: Response) {
  const { aggregates } = (await answer.json()) as {
    aggregates: { distance_total: number; elapsed_time_total: number };
  };
  return { distance: aggregates.distance_total, elapsed: aggregates.elapsed_time_total };
}

test('[WORK-06] trim by keyboard and by pointer, confirm what the preview shows, undo', async ({
  quiet: page,
  member,
  site,
}) => {
  test.slow();
  // 1,000 s at 3 m/s.
  const id = await importFile(member, site, fitFile('trail.fit', 1001));
  const now = async () => figures(await member.call('GET', `/workout/${id}/`));
  const whole = await now();
  await page.goto(`/workout/${id}`);
  await page.getByRole('link', { name: 'Trim, split or merge' }).click();
  await expect(page).toHaveURL(new RegExp(`/workout/cut/${id}`));

  const start = page.getByRole('slider', { name: 'Start' });
  await start.focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(start).toHaveAttribute('aria-valuenow', '69');

  const end = page.getByRole('slider', { name: 'End' });
  await end.hover();
  await page.mouse.down();
  const chart = (await page.getByRole('group', { name: 'Where to trim or split' }).boundingBox())!;
  await page.mouse.move(chart.x + chart.width / 2, chart.y + chart.height / 2, { steps: 12 });
  await page.mouse.up();
  const at = async () => Number(await end.getAttribute('aria-valuenow'));
  await expect.poll(async () => Math.abs((await at()) - 500)).toBeLessThan(8);
  const to = await at();
  const elapsed = page.getByRole('region', { name: 'Preview' }).getByRole('row', { name: /Moving time/ });
  const minutes = `${Math.floor((to - 69) / 60)}:${String((to - 69) % 60).padStart(2, '0')}`;
  await expect(elapsed).toContainText(minutes);

  // What is selected survives a reload; nothing has changed so far.
  await page.reload();
  await expect(start).toHaveAttribute('aria-valuenow', '69');
  await expect(end).toHaveAttribute('aria-valuenow', String(to));
  await page.getByRole('button', { name: 'Trim' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trim this workout?' });
  await expect(dialog.getByRole('row', { name: /Moving time/ })).toContainText(minutes);
  expect(await now()).toEqual(whole);

  await dialog.getByRole('button', { name: 'Trim' }).click();
  await expect(page).toHaveURL(new RegExp(`/workout/${id}$`));
  await expect(page.getByText('Your workout is trimmed.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(minutes);
  const cut = await now();
  expect(cut.elapsed).toBe(to - 69);
  expect(Math.abs(cut.distance - (to - 69) * 3)).toBeLessThan(5);

  // The note stays when the notice is gone.
  await page.reload();
  const note = page.getByRole('complementary').filter({ hasText: 'You shortened this workout' });
  await note.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Everything is back as it was.')).toBeVisible();
  await expect(note).toHaveCount(0);
  expect(await now()).toEqual(whole);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('16:40');
});

test('[SESS-06] [WORK-06] a trim whose answer is lost is told in its dialog, and made once when it is sent again', async ({
  member,
  site,
  page,
}) => {
  const id = await importFile(member, site, fitFile('lost.fit', 1001));
  const sent: (string | undefined)[] = [];
  await page.route(`**/cutWorkout/${id}`, async (route) => {
    sent.push(route.request().headers()['idempotency-key']);
    const answer = await route.fetch();
    // The server has done it, and the connection breaks.
    await (sent.length === 1 ? route.abort() : route.fulfill({ response: answer }));
  });
  await page.goto(`/workout/cut/${id}`);
  await page.getByRole('slider', { name: 'Start' }).focus();
  await page.keyboard.press('PageUp');
  await page.getByRole('button', { name: 'Trim' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trim this workout?' });
  await dialog.getByRole('button', { name: 'Trim' }).click();
  await expect(dialog.getByRole('alert')).toContainText('couldn’t reach Waymark');
  const { elapsed } = await figures(await member.call('GET', `/workout/${id}/`));
  expect(elapsed).toBe(940);
  await dialog.getByRole('button', { name: 'Trim' }).click();
  await expect(page).toHaveURL(new RegExp(`/workout/${id}$`));
  await expect(page.getByText('Your workout is trimmed.')).toBeVisible();
  expect(sent[0]).toBeTruthy();
  expect(sent).toEqual([sent[0], sent[0]]);
  expect((await figures(await member.call('GET', `/workout/${id}/`))).elapsed).toBe(elapsed);
});
