/** What a new remote is called and where its first page lives. */
export interface NewRemote {
  /** 'mfe-races' */
  name: string;
  /** '/races' */
  path: string;
}

const LIBRARIES = [
  '@lingui/core',
  '@lingui/react',
  '@tanstack/react-query',
  'react',
  'react-dom',
  'react-router-dom',
];
const OURS = ['activities', 'api-contract', 'contract', 'i18n', 'remote', 'ui', 'units'];
const TESTING = ['@testing-library/dom', '@testing-library/react', '@testing-library/user-event'];

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const entries = (names: string[], version: string) => names.map((name) => [name, version] as const);

/** The files of a remote with one page, which reads from the API, and its tests; by path below its folder. */
export function filesOf({ name, path }: NewRemote): Record<string, string> {
  const short = name.slice('mfe-'.length);
  const title = short.charAt(0).toUpperCase() + short.slice(1).replaceAll('-', ' ');
  return {
    'package.json': json({
      name: `@waymark/${name}`,
      version: '0.1.0',
      private: true,
      license: 'Apache-2.0',
      type: 'module',
      dependencies: Object.fromEntries(
        [
          ...entries(LIBRARIES, 'catalog:'),
          ...entries(
            OURS.map((own) => `@waymark/${own}`),
            'workspace:*',
          ),
        ].toSorted(([a], [b]) => a.localeCompare(b)),
      ),
      devDependencies: Object.fromEntries(entries(TESTING, 'catalog:')),
    }),
    'waymark.json': json({
      name,
      version: '0.1.0',
      title,
      menu: [{ menu: 'community', label: title, path, guard: 'login' }],
      pages: [
        {
          pattern: path,
          chunk: 'home',
          guard: 'login',
          firstCalls: ['/services/main/v7.1/workout/?limit=5'],
        },
      ],
    }),
    'src/remote.tsx': `import { defineRemote } from '@waymark/remote';
import { pages } from './pages.tsx';

export default defineRemote(pages);
`,
    'src/pages.tsx': `import type { RemotePages } from '@waymark/remote';
import { lazy } from 'react';

const HomePage = lazy(() => import(/* webpackChunkName: "home" */ './home/home-page.tsx'));

/** The pages of this remote by their names in \`waymark.json\`, where their addresses and guards stand. */
export const pages: RemotePages = {
  home: <HomePage />,
};
`,
    'src/pages.test.ts': `import { expectSamePages } from '@waymark/remote/testing';
import declaration from '../waymark.json' with { type: 'json' };
import { pages } from './pages.tsx';

it('every declared page has its component, and every component its address', () =>
  expectSamePages(pages, declaration));
`,
    'src/home/home-page.tsx': `import { Trans, useLingui } from '@lingui/react/macro';
import { workoutCalls } from '@waymark/api-contract/client';
import { useCall, usePageTitle } from '@waymark/remote';
import { EmptyState, Heading, Link, LoadFailed, SkeletonText, Stack } from '@waymark/ui';

/** A first page with all that a page needs: its title, a call of the contract, and what stands there until and unless it succeeds. */
export default function HomePage() {
  const { t } = useLingui();
  usePageTitle(t\`${title}\`);
  const { data, error, refetch, isFetching } = useCall(workoutCalls.list, { query: { limit: 5 } });
  const workouts = data?._embedded.workouts;
  return (
    <Stack gap={4}>
      <Heading level={1}>
        <Trans>${title}</Trans>
      </Heading>
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load your workouts.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <SkeletonText lines={5} />}
      {workouts?.length === 0 && (
        <EmptyState title={<Trans>Nothing here yet</Trans>}>
          <Trans>Your latest workouts are listed here.</Trans>
        </EmptyState>
      )}
      {workouts && workouts.length > 0 && (
        <ul>
          {workouts.map(({ id, name }) => (
            <li key={id} data-untranslated="">
              <Link href={\`/workout/\${id}\`}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
`,
    'src/home/home-page.test.tsx': `import { ApiError } from '@waymark/contract';
import { callAddress, installTestHost, renderRemote } from '@waymark/remote/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import declaration from '../../waymark.json' with { type: 'json' };
import { pages } from '../pages.tsx';

const LIST = 'GET /workout/?limit=5';

function open(answer: () => unknown, locale = 'en-us') {
  const host = installTestHost((call) => {
    expect(\`\${call.method} \${callAddress(call)}\`).toBe(LIST);
    return answer();
  });
  renderRemote(pages, declaration, { at: '${path}', locale });
  return host;
}
const list = (...names: string[]) => ({
  _embedded: { workouts: names.map((name, id) => ({ id, name })) },
  total_count: names.length,
});

it('lists the latest workouts under its title', async () => {
  open(() => list('Morning run'));
  const link = await screen.findByRole('link', { name: 'Morning run' });
  expect(link.getAttribute('href')).toBe('/workout/0');
  expect(document.title).toBe('${title} · Waymark');
});

it('says so while there is nothing to list', async () => {
  open(() => list());
  expect(await screen.findByText('Nothing here yet')).toBeTruthy();
});

it('a failed call is tried again on request', async () => {
  let isUp = false;
  const host = open(() => {
    if (!isUp) throw new ApiError(503, 'Service Unavailable', null);
    return list('Evening ride');
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isUp = true;
  await userEvent.click(retry);
  expect(await screen.findByRole('link', { name: 'Evening ride' })).toBeTruthy();
  expect(host.calls).toHaveLength(2);
});

it('has no text outside the translations', async () => {
  open(() => list(), 'pseudo');
  await screen.findByRole('heading', { level: 1 });
  expect(document.body.textContent).not.toMatch(/[a-z]/i);
});
`,
  };
}
