import { screen, waitFor } from '@testing-library/react';
import { expectFailureAt, expectOneKey } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const TICKET = 'POST /zendesk/post';

it.each(['/privacy_center/help', '/mobile/privacy_center/help'])(
  '[PRIV-01] [PRIV-06] a person without an account asks for help at %s',
  async (at) => {
    const { host, user } = openPage(at, { [TICKET]: { reference: 'WM-42' } });
    await user.click(await screen.findByRole('button', { name: 'Send message' }));
    for (const text of ['E-mail is required.', 'Subject is required.', 'Please tell us a little more.'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(sentCalls(host)).toEqual([]);
    await user.type(screen.getByLabelText('E-mail'), 'robin@waymark.example');
    await user.selectOptions(screen.getByLabelText('What is it about?'), 'Privacy and my data');
    await user.type(screen.getByLabelText('Subject'), 'Log in');
    await user.type(screen.getByLabelText('Message'), 'The reset mail never came.');
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    expect(await screen.findByText('WM-42')).toBeTruthy();
    expect(sentCalls(host)[0]?.body).toEqual({
      email: 'robin@waymark.example',
      topic: 'privacy',
      subject: 'Log in',
      message: 'The reset mail never came.',
    });
  },
);

it('[PRIV-06] a member needs no address; a failure keeps what was written', async () => {
  const { host, user } = openPage(
    '/privacy_center/help',
    { [TICKET]: [refusal(503, 'unavailable'), { reference: 'WM-43' }] },
    { user: sampleMember() },
  );
  await user.type(await screen.findByLabelText('Subject'), 'Import');
  await user.type(screen.getByLabelText('Message'), 'My ride has no heart rate.');
  expect(screen.queryByLabelText('E-mail')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Nothing was lost/);
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(() => expect(screen.getByText('WM-43')).toBeTruthy());
  expect(sentCalls(host).at(-1)?.body).toMatchObject({ subject: 'Import', topic: 'account' });
});

it('[PRIV-06] a visitor passes the captcha where one is configured, a member does not', async () => {
  Object.assign(globalThis, {
    grecaptcha: {
      ready: (run: () => void) => run(),
      execute: (key: string) => Promise.resolve(`token of ${key}`),
    },
  });
  const settings = { captcha: { siteKey: 'site' } };
  const ask = async (options: { user?: ReturnType<typeof sampleMember> }) => {
    const { host, user, unmount } = openPage(
      '/privacy_center/help',
      {
        [TICKET]: { reference: 'WM-44' },
        'GET /consents-status': { consents: [{ id: 'captcha', is_granted: true }] },
      },
      {
        settings,
        ...options,
      },
    );
    await user.type(await screen.findByLabelText('Subject'), 'Import');
    await user.type(screen.getByLabelText('Message'), 'My ride has no heart rate.');
    if (!options.user) await user.type(screen.getByLabelText('E-mail'), 'robin@waymark.example');
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    await screen.findByText('WM-44');
    unmount();
    return sentCalls(host)[0]?.body;
  };
  try {
    expect(await ask({})).toMatchObject({ recaptchaToken: 'token of site' });
    expect(await ask({ user: sampleMember() })).not.toHaveProperty('recaptchaToken');
  } finally {
    Reflect.deleteProperty(globalThis, 'grecaptcha');
  }
});

it('[SESS-06] [PRIV-06] a message without an answer is told at its button, and sent again under the same key', async () => {
  const { host, user } = openPage(
    '/privacy_center/help',
    { [TICKET]: [noAnswer(), { reference: 'WM-45' }] },
    { user: sampleMember() },
  );
  await user.type(await screen.findByLabelText('Subject'), 'Import');
  await user.type(screen.getByLabelText('Message'), 'My ride has no heart rate.');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await expectFailureAt('Send message', /couldn’t reach Waymark/);
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('WM-45')).toBeTruthy();
  expectOneKey(sentCalls(host));
});
