import { screen } from '@testing-library/react';
import { Box, BREAKPOINTS, Heading, system, Text } from '../core.ts';
import { renderUi } from '../test-render.tsx';

const rules = () =>
  [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\n');

it('[HOST-18] knows the breakpoints 0, 388, 768, 1024 and 1485', () => {
  expect(BREAKPOINTS).toEqual({ xs: 0, sm: 388, md: 768, lg: 1024, xl: 1485 });
  expect(system.breakpoints.up('md')).toContain('48rem');
});

it('puts the values of tokens.css behind style props', () => {
  renderUi(
    <Box data-testid="box" color="muted" bg="blaze.subtle">
      x
    </Box>,
  );
  const style = getComputedStyle(screen.getByTestId('box'));
  expect(style.color).toContain('--wmc-colors-muted');
  expect(rules()).toContain('--wmc-colors-muted: var(--wm-muted)');
});

it('gives context only when embedded: no global styles twice', () => {
  const before = rules();
  renderUi(
    <Box data-testid="embedded" p={4}>
      x
    </Box>,
    { embedded: true },
  );
  expect(getComputedStyle(screen.getByTestId('embedded')).padding).toBeTruthy();
  expect(rules().split('--wmc-colors-muted: var').length).toBe(
    before.split('--wmc-colors-muted: var').length,
  );
});

it('keeps the outline of headings apart from their size', () => {
  renderUi(
    <>
      <Heading level={1} size="lg">
        Workouts
      </Heading>
      <Text muted>Yesterday</Text>
    </>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Workouts');
  expect(screen.getByText('Yesterday').tagName).toBe('P');
});
