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

/** The files of a remote with one page and its test, by path below its folder. */
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
    'waymark.json': json({ name, version: '0.1.0', pages: [{ pattern: path, chunk: 'home' }] }),
    'src/remote.tsx': `import { defineRemote } from '@waymark/remote';
import { App } from './app.tsx';

export default defineRemote(App);
`,
    'src/app.tsx': `import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';

const HomePage = lazy(() => import(/* webpackChunkName: "home" */ './home/home-page.tsx'));

/** The pages of this remote; \`waymark.json\` names the same addresses for the host. */
export function App() {
  return (
    <Routes>
      <Route path="${path}" element={<HomePage />} />
    </Routes>
  );
}
`,
    'src/home/home-page.tsx': `import { Trans } from '@lingui/react/macro';
import { Heading, Stack, Text } from '@waymark/ui';

export default function HomePage() {
  return (
    <Stack gap="4">
      <Heading as="h1">
        <Trans>${title}</Trans>
      </Heading>
      <Text>
        <Trans>This page is ready for its first content.</Trans>
      </Text>
    </Stack>
  );
}
`,
    'src/home/home-page.test.tsx': `import { screen } from '@testing-library/react';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import HomePage from './home-page.tsx';

it('shows its heading', () => {
  installTestHost(() => {
    throw new Error('This page makes no calls.');
  });
  renderPage(<HomePage />, { at: '${path}' });
  expect(screen.getByRole('heading', { name: '${title}' })).toBeTruthy();
});
`,
  };
}
