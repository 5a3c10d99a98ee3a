import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteDetail } from '@waymark/api-contract';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import { encodePlan } from '@waymark/routes';
import { Route, Routes } from 'react-router-dom';
import { hill, northPlan, standInDrawing } from '../profile/course.testing.ts';
import { sampleRoute } from '../testing/routes.ts';
import PrintPage from './print-page.tsx';
import { scaleBar } from './scale-bar.ts';

// jsdom draws no maps and knows no style sheets of scripts.
jest.mock('./paper-map.tsx', () => ({ PaperMap: () => <p>the map</p> }));
jest.mock('./print.css', () => ({}));

const detail: RouteDetail = {
  ...sampleRoute({ description: 'Bring water.' }),
  points: encodePlan(northPlan(hill())),
};

it('[ROUTE-08] what is printed is chosen; paper is light, and the page is as before afterwards', async () => {
  standInDrawing(700);
  const root = document.documentElement;
  root.dataset['theme'] = 'dark';
  globalThis.print = jest.fn();
  installTestHost(() => detail);
  const { unmount } = renderPage(
    <Routes>
      <Route path="/routes/print/:routeId" element={<PrintPage />} />
    </Routes>,
    { at: '/routes/print/501' },
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Lady Bird Lake' })).toBeTruthy();
  expect(root.dataset['theme']).toBe('light');
  for (const [part, sign] of [
    ['Map', () => screen.queryByText('the map')],
    ['Elevation profile', () => screen.queryByRole('slider')],
    ['Cue sheet', () => screen.queryByRole('heading', { name: 'Cue sheet' })],
    ['Description', () => screen.queryByText('Bring water.')],
  ] as const) {
    expect(sign()).not.toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: part }));
    expect(sign()).toBeNull();
  }
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  unmount();
  expect(root.dataset['theme']).toBe('dark');
});

it('[ROUTE-08] the scale is a round length of less than a quarter of the map', () => {
  // At zoom 13 on the equator a pixel is 9.55 m: 700 pixels are 6.69 km.
  const metric = scaleBar({ lat: 0, zoom: 13, width: 700 }, 'metric');
  expect(metric.text).toBe('1 km');
  expect(metric.part).toBeCloseTo(1000 / 6689, 3);
  expect(scaleBar({ lat: 0, zoom: 16, width: 700 }, 'metric').text).toBe('100 m');
  const imperial = scaleBar({ lat: 60, zoom: 13, width: 700 }, 'imperial');
  expect(imperial.text).toBe('2000 ft');
  expect(imperial.part).toBeLessThan(0.22);
});
