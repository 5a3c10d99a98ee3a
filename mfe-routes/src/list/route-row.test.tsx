import { installTestHost, renderPage } from '@waymark/remote/testing';
import { screen } from '@testing-library/react';
import { sampleMember, sampleRoute } from '../testing/routes.ts';
import { RouteRow } from './route-row.tsx';

const open = (over: Parameters<typeof sampleRoute>[0], system: 'metric' | 'imperial' = 'metric') => {
  installTestHost(() => ({}), { user: sampleMember({ display_measurement_system: system }) });
  renderPage(
    <ul>
      <RouteRow route={sampleRoute(over)} />
    </ul>,
  );
  return screen.getByRole('listitem').textContent?.replaceAll('\u00a0', ' ');
};

it.each([
  ['metric', '16.1 km', '61 m', '2.4 km away'],
  ['imperial', '10.0 mi', '200 ft', '1.5 mi away'],
] as const)(
  '[ROUTE-04] a row has name, place, length, climb and how far away it is: %s',
  (system, ...parts) => {
    const text = open({ away: 2414 }, system);
    for (const part of [...parts, 'Lady Bird Lake', 'Austin, TX', 'Run', 'by Ada R.'])
      expect(text).toContain(part);
    expect(screen.getByRole('link', { name: 'Lady Bird Lake' }).getAttribute('href')).toBe(
      '/routes/view/501',
    );
  },
);

it('what nobody knows is left out; an own route names nobody', () => {
  const text = open({
    ascent: null,
    locality: '',
    region: '',
    country: '',
    user: { id: 42, display_name: 'Robin T.', username: 'robin' },
  });
  expect(text).toBe('Lady Bird LakeRun16.1 km');
});
