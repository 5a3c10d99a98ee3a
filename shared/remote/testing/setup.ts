import { configure } from '@testing-library/react';

// What a test waits for may come late on a busy machine; waiting longer costs nothing when it comes early.
configure({ asyncUtilTimeout: 5000 });
jest.setTimeout(30_000);

// A component test that logs an error has found one: it fails.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    throw new Error(`console.error in a test: ${parts.map(String).join(' ')}`);
  });
});
afterEach(() => jest.restoreAllMocks());
