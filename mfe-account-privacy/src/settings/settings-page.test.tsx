import { act, screen, waitFor } from '@testing-library/react';
import { openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const AT = '/account/settings';
const SAVE = 'PUT /user/7/';

it('[ACCT-02] each setting is saved as it is changed', async () => {
  const member = sampleMember();
  const { host, user } = openPage(AT, { [SAVE]: member }, { user: member });
  await user.click(await screen.findByLabelText('Miles'));
  await user.selectOptions(screen.getByLabelText('Language'), 'en-gb');
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Berlin');
  await user.selectOptions(screen.getByLabelText('Weeks begin on'), 'Saturday');
  await user.selectOptions(screen.getByLabelText('New workouts'), 'Private (only me)');
  await user.selectOptions(screen.getByLabelText('New routes'), 'Anyone with the link');
  await user.selectOptions(screen.getByLabelText('Your profile'), 'Friends');
  await user.click(screen.getByRole('switch', { name: /Summaries/ }));
  await waitFor(() => expect(sentCalls(host)).toHaveLength(8));
  expect(sentCalls(host).map(({ body }) => body)).toEqual([
    { display_measurement_system: 'imperial' },
    { preferred_language: 'en-gb' },
    { time_zone: 'Europe/Berlin' },
    { first_day_of_week: 6 },
    { default_privacy: { workout: 0, route: 1, profile: 3 } },
    { default_privacy: { workout: 0, route: 6, profile: 3 } },
    { default_privacy: { workout: 0, route: 6, profile: 1 } },
    { opt_outs: { news: true, social: false, challenges: false, summaries: true, reminders: false } },
  ]);
  expect(await screen.findByText('Saved')).toBeTruthy();
});

it('[ACCT-02] [PRIV-02] news by mail are on only where the member agreed to them', async () => {
  const news = () => screen.findByRole<HTMLInputElement>('switch', { name: /News and offers/ });
  const opt_outs = { news: false, social: false, challenges: false, summaries: false, reminders: false };
  const memberWith = (isAgreed: boolean) =>
    sampleMember({ opt_outs, consents: { marketing_email: isAgreed } });
  const first = openPage(AT, {}, { user: memberWith(false) });
  expect(await news()).toMatchObject({ checked: false, disabled: true });
  first.unmount();
  openPage(AT, {}, { user: memberWith(true) });
  expect(await news()).toMatchObject({ checked: true, disabled: false });
});

it('[ACCT-02] a setting that could not be saved goes back, and can be tried again', async () => {
  const member = sampleMember();
  const { host, user } = openPage(AT, { [SAVE]: [refusal(503, 'unavailable'), member] }, { user: member });
  const weeks = await screen.findByLabelText<HTMLSelectElement>('Weeks begin on');
  await user.selectOptions(weeks, 'Sunday');
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  expect(weeks.value).toBe('1');
  expect(screen.queryByText('Saved')).toBeNull();
  act(() => host.notifications[0]!.action!.run());
  await waitFor(() => expect(weeks.value).toBe('0'));
  expect(await screen.findByText('Saved')).toBeTruthy();
});

it('[SOC-03] being found by the e-mail address is off until the member switches it on', async () => {
  const member = sampleMember({ sharing: { records: true } });
  const { host, user } = openPage(AT, { [SAVE]: member }, { user: member });
  const found = await screen.findByRole<HTMLInputElement>('switch', { name: /By your e-mail address/ });
  expect(found.checked).toBe(false);
  await user.click(found);
  await waitFor(() => expect(found.checked).toBe(true));
  expect(sentCalls(host)[0]?.body).toEqual({ sharing: { records: true, email_search: true } });
});

it('[ACCT-02] friends are told of new friends once the member switches it on', async () => {
  const member = sampleMember({ sharing: { email_search: true } });
  const { host, user } = openPage(AT, { [SAVE]: member }, { user: member });
  const told = await screen.findByRole<HTMLInputElement>('switch', { name: /new friends/ });
  expect(told.checked).toBe(false);
  await user.click(told);
  await waitFor(() => expect(told.checked).toBe(true));
  expect(sentCalls(host)[0]?.body).toEqual({ sharing: { email_search: true, new_friends: true } });
});

it('[ACCT-02] e-mails and push notifications are on until the member turns them off', async () => {
  const member = sampleMember();
  const { host, user } = openPage(AT, { [SAVE]: member }, { user: member });
  const email = await screen.findByRole<HTMLInputElement>('switch', { name: /By e-mail/ });
  const push = screen.getByRole<HTMLInputElement>('switch', { name: /By push notification/ });
  const summaries = screen.getByRole<HTMLInputElement>('switch', { name: /Summaries/ });
  expect([email.checked, push.checked, summaries.disabled]).toEqual([true, true, false]);
  await user.click(email);
  await user.click(push);
  await waitFor(() => expect(sentCalls(host)).toHaveLength(2));
  expect(sentCalls(host).map(({ body }) => body)).toEqual([
    { communication: { email: false } },
    { communication: { email: false, push: false } },
  ]);
  expect([email.checked, push.checked]).toEqual([false, false]);
  // Without mails there is no kind of mail to choose.
  expect([summaries.checked, summaries.disabled]).toEqual([false, true]);
});

it('offers the device’s time zone where it is another one', async () => {
  const member = sampleMember({ time_zone: 'Pacific/Auckland' });
  const { host, user } = openPage(AT, { [SAVE]: member }, { user: member });
  await user.click(await screen.findByRole('button', { name: /Use this device’s zone/ }));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(sentCalls(host)[0]?.body).toEqual({ time_zone: timeZone });
});

it('[ACCT-02] [DATA-03] a young member reads what protects them, and ends it once they are older; nobody else does', async () => {
  const { unmount } = openPage(AT, {}, { user: sampleMember({ age_protection: 'on' }) });
  expect(await screen.findByText('Only friends can write to you')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Let others write to me' })).toBeNull();
  unmount();
  const member = sampleMember({ age_protection: 'can_end' });
  const { host, user, unmount: leave } = openPage(AT, { [SAVE]: sampleMember() }, { user: member });
  await user.click(await screen.findByRole('button', { name: 'Let others write to me' }));
  await waitFor(() => expect(sentCalls(host)[0]?.body).toEqual({ age_protection: 'off' }));
  leave();
  openPage(AT, {}, { user: sampleMember() });
  expect(await screen.findByLabelText('New workouts')).toBeTruthy();
  expect(screen.queryByText('Only friends can write to you')).toBeNull();
});
