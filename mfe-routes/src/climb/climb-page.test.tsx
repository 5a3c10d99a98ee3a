import { screen } from '@testing-library/react';
import { installTestHost, renderPage } from '@waymark/remote/testing';
import ClimbPage, { climbScore } from './climb-page.tsx';

it.each([
  [1600, 5, '4'],
  [1599, 5, null],
  [3200, 6, '3'],
  [40_000, 2.9, null],
  [8000, 8, '1'],
  [10_000, 8, 'HC'],
])('[ROUTE-01] %d metres at %d percent: category %s', (length, grade, category) => {
  expect(climbScore(length, grade).category).toBe(category);
});

it('[ROUTE-01] the page says how climbs are measured and rated', () => {
  installTestHost(() => {
    throw new Error('no call is planned');
  });
  renderPage(<ClimbPage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Climbs');
  expect(screen.getByRole('table', { name: 'Categories and scores' })).toBeTruthy();
});
