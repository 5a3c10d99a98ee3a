import { act, screen, waitFor, within } from '@testing-library/react';
import { reloadSession } from '@waymark/contract';
import { expectFailureAt } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const AT = '/account/my_profile';
const SAVE = 'PUT /user/7/';
const REFUSED = { health: false };

it('[ACCT-01] saves what was changed and nothing else', async () => {
  const member = sampleMember();
  const { host, user } = openPage(AT, { [SAVE]: member }, { user: member });
  const name = await screen.findByLabelText(/Display name/);
  await user.clear(name);
  await user.type(name, 'Robin T');
  await user.type(screen.getByLabelText(/What you train for/), 'A marathon');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('Your profile is saved.'));
  expect(sentCalls(host)[0]?.body).toEqual({ display_name: 'Robin T', goal_statement: 'A marathon' });
});

it.each([
  ['metric', { height: 1.705, weight: 61.2 }, '170.5', '61.2'],
  ['imperial', { height: 1.778, weight: 61.23 }, '5', '135'],
] as const)('[ACCT-01] shows height and weight in %s units', async (system, body, height, weight) => {
  openPage(AT, {}, { user: sampleMember({ display_measurement_system: system, ...body }) });
  const label = system === 'metric' ? /^Height/ : 'Feet';
  expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe(height);
  if (system === 'imperial') expect(screen.getByLabelText<HTMLInputElement>('Inches').value).toBe('10');
  expect(screen.getByLabelText<HTMLInputElement>(/^Weight/).value).toBe(weight);
});

it('[UNIT-04] the owner reads the body mass index of what the form holds, an adult with plausible figures', async () => {
  const member = sampleMember({ birthdate: '1990-05-02', height: 1.8, weight: 81 });
  const { user } = openPage(AT, {}, { user: member });
  expect(await screen.findByText(/Body mass index 25\.0: overweight/)).toBeTruthy();
  const weight = screen.getByLabelText(/^Weight/);
  await user.clear(weight);
  expect(screen.queryByText(/Body mass index/)).toBeNull();
  await user.type(weight, '60');
  expect(screen.getByText(/Body mass index 18\.5: normal weight/)).toBeTruthy();
  await user.type(weight, '00');
  expect(screen.queryByText(/Body mass index/)).toBeNull();
});

it.each([
  ['who is no adult yet', { birthdate: `${new Date().getFullYear() - 17}-12-31` }],
  ['who refuses the use of health data', { consents: REFUSED }],
])('[UNIT-04] [PRIV-02] no body mass index is shown to a member %s', async (_, changes) => {
  openPage(AT, {}, { user: sampleMember({ height: 1.8, weight: 81, ...changes }) });
  expect(await screen.findByLabelText(/First name/)).toBeTruthy();
  expect(screen.queryByText(/Body mass index/)).toBeNull();
});

it('[ACCT-01] sends feet, inches and pounds as metres and kilograms, and an empty field as null', async () => {
  const member = sampleMember({ display_measurement_system: 'imperial', weight: 50 });
  const { host, user } = openPage(AT, { [SAVE]: member }, { user: member });
  const feet = await screen.findByLabelText('Feet');
  await user.clear(feet);
  await user.type(feet, '6');
  const inches = screen.getByLabelText('Inches');
  await user.clear(inches);
  await user.type(inches, '2');
  await user.clear(screen.getByLabelText(/^Weight/));
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(sentCalls(host)).toHaveLength(1));
  const body = sentCalls(host)[0]?.body as { height: number; weight: null };
  expect(body.height).toBeCloseTo(1.8796, 4);
  expect(body.weight).toBeNull();
});

it('[ACCT-01] names what is missing beside its field and sends nothing', async () => {
  const { host, user } = openPage(AT, {}, { user: sampleMember() });
  await user.clear(await screen.findByLabelText(/First name/));
  const height = screen.getByLabelText(/^Height/);
  await user.clear(height);
  await user.type(height, '17');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(screen.getByText('First name is required.')).toBeTruthy();
  expect(screen.getByText('Height is between 40 and 280 cm.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/First name/));
  expect(sentCalls(host)).toEqual([]);
});

it('[ACCT-01] [DATA-03] a young member reads beside their birthdate what protects them', async () => {
  openPage(AT, {}, { user: sampleMember({ age_protection: 'on' }) });
  expect(await screen.findByText('Only friends can write to you')).toBeTruthy();
});

it('[ACCT-08] shows what the server refused beside its field, and keeps what was typed', async () => {
  const { user } = openPage(
    AT,
    {
      [SAVE]: refusal(400, 'validation_error', 'Some fields are wrong.', {
        'location.country': 'There is no such country.',
        title: 'Keep the title below 60 characters.',
      }),
    },
    { user: sampleMember() },
  );
  const title = await screen.findByLabelText<HTMLInputElement>(/^Title/);
  await user.type(title, '!');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Keep the title below 60 characters.')).toBeTruthy();
  expect(screen.getByText('There is no such country.')).toBeTruthy();
  expect(title.value).toBe('Trail runner!');
  expect(document.activeElement).toBe(title);
});

it('[ACCT-08] tells a failing server apart from a refusal', async () => {
  const { user } = openPage(AT, { [SAVE]: refusal(503, 'unavailable') }, { user: sampleMember() });
  await user.type(await screen.findByLabelText(/^Title/), '!');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/Nothing was lost; try again in a moment/);
});

it('says who sees each field, by the level of the profile', async () => {
  openPage(AT, {}, { user: sampleMember({ default_privacy: { workout: 0, route: 0, profile: 1 } }) });
  const about = async (name: RegExp) => {
    const ids = (await screen.findByLabelText(name)).getAttribute('aria-describedby')!.split(' ');
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  };
  expect(await about(/^Title/)).toBe('Seen by: You and your friends');
  expect(await about(/^First name/)).toBe('Seen by: Only you');
  expect(await about(/^Weight/)).toBe('Seen by: Only you');
});

it('[PRIV-02] [ACCT-01] no weight is asked for while health data is refused; one line says why and leads to the choice in a tab of its own', async () => {
  const member = sampleMember({ weight: null, consents: REFUSED });
  const { host, user } = openPage(AT, { [SAVE]: member }, { user: member });
  await user.type(await screen.findByLabelText(/^Title/), '!');
  expect(screen.queryByLabelText(/^Weight/)).toBeNull();
  expect(screen.getByText(/Weight needs your consent for health data/)).toBeTruthy();
  expect(screen.getByText('Used to estimate energy. All of it is optional.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Change your answer in a new tab' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    '/privacy_center/consents/edit',
    '_blank',
  ]);
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(sentCalls(host)[0]?.body).toEqual({ title: 'Trail runner!' }));
});

it('[PRIV-02] [ACCT-08] a weight that the server refuses, since the consent was taken back elsewhere, stays in its field with the sentence', async () => {
  const member = sampleMember();
  const { host, user } = openPage(
    AT,
    {
      [SAVE]: refusal(403, 'health_consent_needed', 'Not without consent.', {
        weight: 'Not without consent.',
      }),
    },
    { user: member, reloadedUser: { ...member, weight: null, consents: REFUSED } },
  );
  const weight = await screen.findByLabelText<HTMLInputElement>(/^Weight/);
  await user.clear(weight);
  await user.type(weight, '71.5');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText(/saves a weight only with your consent/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Weight/).value).toBe('71.5');
  expect(screen.getByRole('link', { name: 'Change your answer in a new tab' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(sentCalls(host)).toHaveLength(1);
});

it('[PRIV-02] a weight that comes back with the consent is not erased by the form that was open', async () => {
  const member = sampleMember({ weight: null, consents: REFUSED });
  const accepted = { ...member, weight: 61, consents: { health: true } };
  const { host, user } = openPage(AT, { [SAVE]: accepted }, { user: member, reloadedUser: accepted });
  await user.type(await screen.findByLabelText(/^Title/), '!');
  await act(() => reloadSession());
  expect((await screen.findByLabelText<HTMLInputElement>(/^Weight/)).value).toBe('61');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(sentCalls(host)[0]?.body).toEqual({ title: 'Trail runner!' }));
});

describe('picture', () => {
  const drawn = jest.fn();
  beforeEach(() => {
    Object.assign(globalThis, {
      createImageBitmap: jest.fn(async (file: Blob) => {
        if (file.size === 3) throw new Error('not a picture');
        return { width: 400, height: 200 };
      }),
    });
    drawn.mockClear();
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      fillRect: () => {},
      drawImage: drawn,
    } as never);
    jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
      done(new Blob(['square'], { type: 'image/jpeg' }));
    });
  });
  const file = (bytes: number, type = 'image/png') => new File([new Uint8Array(bytes)], 'me', { type });
  const choose = async (page: ReturnType<typeof openPage>, chosen: File) => {
    const input = await screen.findByLabelText('Choose a picture');
    await page.user.upload(input, chosen);
  };

  it('[ACCT-01] is cropped by keyboard and sent as a square', async () => {
    const member = sampleMember();
    const page = openPage(AT, { 'PUT /user_profile_photo/7/': member }, { user: member });
    await choose(page, file(500));
    const frame = await screen.findByRole('application', { name: /Arrow keys move it/ });
    frame.focus();
    await page.user.keyboard('{ArrowRight}{ArrowRight}+');
    // The square of 200 moved by a tenth of its side, and is zoomed in by a tenth.
    const [, x, , side] = drawn.mock.lastCall as number[];
    expect(x! + side! / 2).toBeCloseTo(220, 5);
    expect(side).toBeCloseTo(200 / 1.1, 5);
    await page.user.click(screen.getByRole('button', { name: 'Use picture' }));
    await waitFor(() => expect(page.host.notifications[0]?.text).toBe('Your picture has been updated.'));
    const body = sentCalls(page.host)[0]?.body as FormData;
    expect((body.get('photo') as File).type).toBe('image/jpeg');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[ACCT-01] too-big: more than 1,000,000 bytes are refused, with a way to make it fit', async () => {
    const page = openPage(AT, {}, { user: sampleMember() });
    await choose(page, file(1_000_001));
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toContain('This picture is larger than 1 MB');
    await page.user.click(within(banner).getByRole('button', { name: 'Make it smaller' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('[ACCT-01] a picture of exactly 1,000,000 bytes is taken', async () => {
    const page = openPage(AT, {}, { user: sampleMember() });
    await choose(page, file(1_000_000));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('[ACCT-01] invalid-image-type: a file that is no picture is refused in words', async () => {
    const page = openPage(AT, {}, { user: sampleMember() });
    await choose(page, file(3));
    expect((await screen.findByRole('alert')).textContent).toContain('Use a PNG, JPEG or GIF picture.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('[ACCT-01] the refusals of the server are said in words', async () => {
    const page = openPage(
      AT,
      { 'PUT /user_profile_photo/7/': refusal(400, 'invalid-image-type', 'No.') },
      { user: sampleMember() },
    );
    await choose(page, file(500));
    await page.user.click(await screen.findByRole('button', { name: 'Use picture' }));
    expect(await screen.findByText('Use a PNG, JPEG or GIF picture.')).toBeTruthy();
  });
});

it('[ACCT-01] a save without an answer is told at its button, far below the first field', async () => {
  const { user } = openPage(AT, { [SAVE]: noAnswer() }, { user: sampleMember() });
  await user.type(await screen.findByLabelText(/^Title/), '!');
  await user.click(screen.getByRole('button', { name: 'Save profile' }));
  await expectFailureAt('Save profile', /couldn’t reach Waymark/);
});
