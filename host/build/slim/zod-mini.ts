// The few parts of zod/mini that the events of the contract are described with, small enough for every page.
interface Issue {
  path: string[];
  message: string;
}
type Check = (value: unknown, path: string[]) => Issue[];

const is =
  (type: 'number' | 'string'): (() => Check) =>
  () =>
  (value, path) =>
    typeof value === type && !Number.isNaN(value)
      ? []
      : [{ path, message: `Invalid input: expected ${type}` }];
export const number = is('number');
export const string = is('string');

const oneOf =
  (options: string[]): Check =>
  (value, path) =>
    options.includes(value as string)
      ? []
      : [{ path, message: `Invalid option: expected one of ${options.join('|')}` }];
export { oneOf as enum };

export const object =
  (shape: Record<string, Check>): Check =>
  (value, path) => {
    if (typeof value !== 'object' || value === null)
      return [{ path, message: 'Invalid input: expected object' }];
    return Object.entries(shape).flatMap(([name, check]) =>
      check((value as Record<string, unknown>)[name], [...path, name]),
    );
  };

export function safeParse(check: Check, data: unknown) {
  const issues = check(data, []);
  return issues.length ? { success: false, error: { issues } } : { success: true, data };
}
