import { act, render, screen } from '@testing-library/react';
import { lazy, Suspense, type ReactNode } from 'react';
import { EarlyPart } from '../early/early-part.tsx';

afterEach(() => document.body.replaceChildren());

/** A part of a page that loads when the test says so. */
function slowPart(content: ReactNode) {
  const { promise, resolve } = Promise.withResolvers<{ default: () => ReactNode }>();
  const load = async () => {
    await act(async () => {
      resolve({ default: () => content });
      await promise;
    });
  };
  return { Part: lazy(() => promise), load };
}

it('what an early view drew of a part stands in the page until the part has loaded', async () => {
  document.body.innerHTML = '<div id="early"><p data-part="replies-1">drawn</p></div>';
  const drawn = screen.getByText('drawn');
  const { Part, load } = slowPart(<p>loaded</p>);
  const { container } = render(
    <Suspense fallback={<EarlyPart name="replies-1">room</EarlyPart>}>
      <Part />
    </Suspense>,
  );
  expect(container.contains(drawn)).toBe(true);
  expect(container.textContent).toBe('drawn');
  await load();
  expect(container.textContent).toBe('loaded');
  expect(drawn.isConnected).toBe(false);
});

it('a part of a part is found when the part has loaded', async () => {
  document.body.innerHTML = '<div data-part="replies-1">bar<p data-part="comments-1">drawn</p></div>';
  const inner = slowPart('comments');
  const outer = slowPart(
    <Suspense fallback={<EarlyPart name="comments-1">room</EarlyPart>}>
      <inner.Part />
    </Suspense>,
  );
  const { container } = render(
    <Suspense fallback={<EarlyPart name="replies-1" />}>
      <outer.Part />
    </Suspense>,
  );
  expect(container.textContent).toBe('bardrawn');
  await outer.load();
  expect(container.textContent).toBe('drawn');
  await inner.load();
  expect(container.textContent).toBe('comments');
});

it('without an early view its room is kept', () => {
  const { container } = render(<EarlyPart name="replies-1">room</EarlyPart>);
  expect(container.textContent).toBe('room');
});
