import type { Locator, Page } from '@playwright/test';
import { befriend, logRun, name, newMember } from './friends.ts';
import { expect, test } from './member.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** More than any page of this walk has between two of its controls. */
const STOPS_MAX = 80;

/** Why what has the focus is no place to go on from: nothing has it, or it cannot be seen. Empty where it is one. */
const focusProblem = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const control = document.activeElement;
    if (!control || control === document.body) return 'Nothing has the focus.';
    const words = control.getAttribute('aria-label') ?? control.textContent.trim();
    const called = `${control.localName} “${words.slice(0, 40)}”`;
    const shown = control instanceof HTMLInputElement && control.labels?.[0] ? control.labels[0] : control;
    const box = shown.getClientRects()[0];
    if (!box) return `${called} has the focus and is not drawn.`;
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, window.innerHeight)];
    const isPart = box.height > window.innerHeight / 3;
    if (top >= bottom || (!isPart && bottom - top < box.height - 1))
      return `${called} has the focus and is out of view.`;
    const x = box.left + box.width / 2;
    const heights = isPart ? [(top + bottom) / 2] : [top + 2, (top + bottom) / 2, bottom - 2];
    const over = heights
      .map((y) => document.elementFromPoint(x, y))
      .find((hit) => hit && !shown.contains(hit) && !hit.contains(shown));
    return over ? `${called} has the focus and is covered by ${over.localName}.${over.className}.` : '';
  });
const expectFocusKept = (page: Page) => expect.poll(() => focusProblem(page)).toBe('');
const expectFocusIn = async (place: Locator) => {
  await expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expectFocusKept(place.page());
};
const expectFocusOn = async (control: Locator) => {
  await expect(control).toBeFocused();
  await expectFocusKept(control.page());
};

/** Tabs, as far as needed, until a control has the focus. Whatever has it on the way must be in view. */
async function reach(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const page = control.page();
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    if (await control.evaluate((element) => element === document.activeElement))
      return expectFocusOn(control);
    await page.keyboard.press(key);
    // Behind the last control of a page comes the browser's own bar.
    if (await page.evaluate(() => document.activeElement !== document.body)) await expectFocusKept(page);
  }
  throw new Error(`${String(control)} could not be reached by ${key}.`);
}
async function press(control: Locator, key: 'Enter' | 'Space' = 'Enter', by?: 'Shift+Tab'): Promise<void> {
  await reach(control, by);
  await control.page().keyboard.press(key);
}
/** Walks an open menu or list down to an entry. */
async function choose(entry: Locator, isChosen: (element: Element) => boolean): Promise<void> {
  await expect(entry).toBeVisible();
  const { keyboard } = entry.page();
  for (let step = 0; step < 12 && !(await entry.evaluate(isChosen)); step++)
    await keyboard.press('ArrowDown');
  expect(await entry.evaluate(isChosen), `${String(entry)} could not be reached by arrows`).toBe(true);
  await expectFocusKept(entry.page());
  await keyboard.press('Enter');
}
const chooseItem = async (menu: Locator, label: string) => {
  await press(menu);
  const item = menu.page().getByRole('menuitem', { name: label, exact: true });
  await choose(item, (element) => element === document.activeElement);
};
const button = (within: Page | Locator, label: string) =>
  within.getByRole('button', { name: label, exact: true });

test('[SOC-03] [SOC-04] [A11Y] by keyboard alone a member finds another and asks, and the other accepts', async ({
  quiet: page,
  member,
  browser,
}) => {
  await name(member, 'Robin', 'Trail');
  const unique = `Ana${member.userId}`;
  const ana = await newMember(browser, unique, 'Ridge');
  await page.goto('/people/friends');
  await press(page.getByRole('navigation', { name: 'Friends' }).getByRole('link', { name: 'Find' }));
  await expectFocusOn(page.getByRole('heading', { level: 1, name: 'Find friends' }));
  await reach(page.getByRole('searchbox', { name: /^Search by name/ }));
  await page.keyboard.type(unique.toLowerCase());
  const ask = button(page, `Ask ${unique} Ridge with a message`);
  await press(ask);
  await expectFocusOn(page.getByRole('textbox', { name: /Your message/ }));
  await page.keyboard.type('Hill repeats on Sunday?');
  await page.keyboard.press('Escape');
  await expectFocusOn(ask);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /Your message/ })).toHaveValue('Hill repeats on Sunday?');
  await press(button(page, 'Send request'));
  await expect(button(page, 'Request Sent')).toBeVisible();
  await expectFocusKept(page);

  const theirs = await ana.context.newPage();
  await theirs.goto('/people/friends');
  await press(theirs.getByRole('link', { name: /^Requests/ }));
  await expect(theirs.getByText('Hill repeats on Sunday?')).toBeVisible();
  await expectFocusKept(theirs);
  await press(button(theirs, 'Accept'), 'Space');
  await expect(theirs.getByText('No requests right now')).toBeVisible();
  await expectFocusKept(theirs);
  await press(theirs.getByRole('link', { name: 'My friends' }), 'Enter', 'Shift+Tab');
  await expect(theirs.getByText('1 friend', { exact: true })).toBeVisible();
  await expectFocusKept(theirs);
  await ana.context.close();
});

test('[SOC-02] [SOC-05] [A11Y] by keyboard alone a member talks about a friend’s story, mutes, reports and blocks them', async ({
  page,
  member,
  browser,
}) => {
  test.slow();
  await name(member, 'Robin', 'Trail');
  const ana = await newMember(browser, 'Ana', 'Ridge');
  await befriend(ana.member, member);
  const id = await logRun(ana.member, 'Hill repeats');
  const hers = { verb: 'comment', parent_story_id: id, object: { type: 'comment', text: 'Who joins me?' } };
  expect((await ana.member.call('POST', '/activity_story/', hers)).status).toBe(201);

  await page.goto('/activity_feed');
  const run = page.getByRole('article').filter({ hasText: 'Hill repeats' });
  await press(button(run, 'Like'), 'Space');
  await expectFocusOn(button(run, 'Liked'));
  await press(button(run, '1 comment'));
  const field = run.getByRole('textbox', { name: 'Write a comment' });
  await reach(field);
  await page.keyboard.type('Strong legs, @');
  const mentioned = run.getByRole('option', { name: /Ana Ridge/ });
  await choose(mentioned, (element) => element.ariaSelected === 'true');
  // Without a pause: what is typed next goes behind the name.
  await page.keyboard.type('well done');
  await expectFocusOn(field);
  await expect(field).toHaveValue(/^Strong legs, @[\w.-]+ well done$/);
  await press(button(run, 'Send'));
  const own = run.getByRole('listitem').filter({ hasText: 'well done' });
  await expect(own.getByRole('link', { name: 'Ana Ridge' })).toBeVisible();
  await expect(field).toHaveValue('');
  await expectFocusIn(run);

  const asked = run.getByRole('listitem').filter({ hasText: 'Who joins me?' });
  await press(button(asked, 'Reply'), 'Enter', 'Shift+Tab');
  await expectFocusOn(asked.getByRole('textbox', { name: 'Reply to Ana Ridge' }));
  await page.keyboard.type('Count me in');
  await press(button(asked, 'Send'));
  await expect(asked.getByRole('listitem').filter({ hasText: 'Count me in' })).toBeVisible();
  await expectFocusIn(asked);

  await chooseItem(button(own, 'More actions'), 'Edit');
  const edited = own.getByRole('textbox', { name: 'Edit your comment' });
  await expectFocusOn(edited);
  await page.keyboard.press('End');
  await page.keyboard.type(', Ana');
  await press(button(own, 'Save'));
  await expect(own.getByText(/well done, Ana/)).toBeVisible();
  await expectFocusIn(own);
  await chooseItem(button(own, 'More actions'), 'Delete');
  await expect(own).toHaveCount(0);
  await expectFocusIn(run);

  const menu = button(run, 'More actions').first();
  await reach(menu, 'Shift+Tab');
  await chooseItem(menu, 'Mute Ana Ridge');
  await expect(run).toHaveCount(0);
  await expectFocusKept(page);
  await press(button(page, 'Undo'));
  await expect(run).toBeVisible();
  await expectFocusKept(page);

  await chooseItem(menu, 'Report');
  await reach(page.getByRole('dialog').getByRole('radio').first());
  await page.keyboard.press('ArrowDown');
  await expectFocusOn(page.getByRole('dialog').getByRole('radio', { checked: true }));
  await press(button(page, 'Send report'));
  await expect(page.getByText('Thanks for the report.')).toBeVisible();
  await expectFocusOn(menu);

  await page.goto(`/activity_feed/story/${id}`);
  await chooseItem(menu, 'Block Ana Ridge');
  await expectFocusOn(button(page, 'Cancel'));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Block' }));
  await expect(page.getByText('Ana Ridge is blocked.')).toBeVisible();
  await expect(page.getByText('This post is no longer available')).toBeVisible();
  await expectFocusKept(page);
  await press(page.getByRole('link', { name: 'Back to the feed' }));
  await expectFocusOn(page.getByRole('heading', { level: 1, name: 'Activity Feed' }));
  await expect(run).toHaveCount(0);
  await ana.context.close();
});
