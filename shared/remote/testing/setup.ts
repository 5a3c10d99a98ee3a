// A component test that logs an error has found one: it fails.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    throw new Error(`console.error in a test: ${parts.map(String).join(' ')}`);
  });
});
afterEach(() => jest.restoreAllMocks());
