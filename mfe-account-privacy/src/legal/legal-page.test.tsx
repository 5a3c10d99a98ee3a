import { screen, within } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';

const plain = (text: string) => ({ text, style: 'plain' });
const TERMS = {
  page: 'terms',
  title: 'Terms of use',
  version: '2026-11-01',
  effective_from: '2026-11-01',
  blocks: [
    { type: 'heading', level: 1, id: 'terms-of-use', spans: [plain('Terms of use')] },
    { type: 'heading', level: 2, id: 'who', spans: [plain('Who we are')] },
    {
      type: 'paragraph',
      spans: [
        plain('Read <script>alert(1)</script> '),
        { text: 'the policy', style: 'strong', href: '/legal/privacy-policy' },
        { text: 'outside', style: 'plain', href: 'https://example.org/' },
      ],
    },
    { type: 'list', is_ordered: true, items: [[plain('One')], [plain('Two')]] },
  ],
  versions: [
    { version: '2026-11-01', effective_from: '2026-11-01' },
    { version: '2025-01-01', effective_from: '2025-01-01' },
  ],
};

it('[HOST-12] draws the operator’s text with elements of its own', async () => {
  const { container } = openPage('/legal/terms', { 'GET /legal/terms': TERMS });
  expect((await screen.findAllByRole('heading', { level: 1 })).map((one) => one.textContent)).toEqual([
    'Terms of use',
  ]);
  expect(screen.getByRole('heading', { level: 2, name: 'Who we are' })).toBeTruthy();
  expect(container.querySelector('script')).toBeNull();
  expect(container.textContent).toContain('<script>alert(1)</script>');
  expect(screen.getByRole('link', { name: 'the policy' }).getAttribute('href')).toBe('/legal/privacy-policy');
  expect(screen.getByRole('link', { name: 'outside' }).getAttribute('rel')).toContain('noopener');
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(2);
  expect(document.title).toBe('Terms of use · Waymark');
});

it('[HOST-12] an earlier version says so and can be chosen', async () => {
  const old = { ...TERMS, version: '2025-01-01', effective_from: '2025-01-01' };
  const { user } = openPage('/legal/terms?version=2025-01-01', {
    'GET /legal/terms?version=2025-01-01': old,
    'GET /legal/terms?version=2026-11-01': TERMS,
  });
  expect(await screen.findByText(/This is an earlier version/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Version'), 'Nov 01, 2026');
  expect(await screen.findByText('In force since Nov 01, 2026')).toBeTruthy();
  expect(screen.queryByText(/This is an earlier version/)).toBeNull();
});

it('a page that could not be loaded is tried again', async () => {
  const { user } = openPage('/legal/cookies', {
    'GET /legal/cookies': [refusal(503, 'unavailable'), { ...TERMS, page: 'cookies', title: 'Cookies' }],
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Cookies' })).toBeTruthy();
});
