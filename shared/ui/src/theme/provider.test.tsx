import { screen } from '@testing-library/react';
import { Box, BREAKPOINTS, Heading, system, Text } from '../base.ts';
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

it('gives several embedded applications one set of global styles, which outlives them', () => {
  const sets = () => rules().split('--wmc-colors-muted: var').length - 1;
  const alone = sets();
  const first = renderUi(<Box p={4}>one</Box>, { embedded: true });
  renderUi(<Box p={4}>two</Box>, { embedded: true });
  expect(sets()).toBe(alone + 1);
  first.unmount();
  expect(sets()).toBe(alone + 1);
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
