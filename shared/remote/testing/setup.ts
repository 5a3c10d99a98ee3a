import { configure } from '@testing-library/react';

// What a test waits for may come late on a busy machine; waiting longer costs nothing when it comes early.
// One wait takes at most a fraction of a test, so that a failed wait is reported as such.
configure({ asyncUtilTimeout: 20_000 });
jest.setTimeout(120_000);

// A component test that logs an error has found one: it fails.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    throw new Error(`console.error in a test: ${parts.map(String).join(' ')}`);
  });
});
afterEach(() => jest.restoreAllMocks());
