import { installTestHost, renderPage } from '@waymark/remote/testing';
import { act, screen } from '@testing-library/react';
import { Near } from './more-sections.tsx';

it('[WORK-08] what is further down waits until the reader comes near', () => {
  installTestHost(() => null);
  let tell: (near: boolean) => void = () => {};
  let ended = 0;
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      tell = (near) =>
        callback(
          [{ isIntersecting: near } as IntersectionObserverEntry],
          this as unknown as IntersectionObserver,
        );
    }
    observe() {}
    disconnect() {
      ended++;
    }
  } as unknown as typeof IntersectionObserver;
  const { container } = renderPage(<Near height="560px">figures</Near>);
  expect(container.textContent).toBe('');
  act(() => tell(false));
  expect(container.textContent).toBe('');
  act(() => tell(true));
  expect(screen.getByText('figures')).toBeTruthy();
  expect(ended).toBe(1);
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
});
