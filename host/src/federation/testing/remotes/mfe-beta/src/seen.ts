/** Which copies of the shared libraries a remote got, for the test that there is only one of each. */
export function seen(remote: string, libraries: Record<string, unknown>): void {
  const page = globalThis as { seen?: Record<string, Record<string, unknown>> };
  page.seen = { ...page.seen, [remote]: libraries };
}
