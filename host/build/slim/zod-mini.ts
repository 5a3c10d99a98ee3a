// The few parts of zod/mini that the events of the contract are described with, small enough for every page.
interface Issue {
  path: (string | number)[];
  message: string;
}
/** Adds what is wrong to `issues`. @returns the value without what the shape does not know */
type Check = (value: unknown, path: (string | number)[], issues: Issue[]) => unknown;

const is =
  (expected: string, holds: (value: unknown) => boolean): Check =>
  (value, path, issues) => {
    if (!holds(value)) issues.push({ path, message: `Invalid input: expected ${expected}` });
    return value;
  };

export const number = () => is('number', Number.isFinite);
export const string = () => is('string', (value) => typeof value === 'string');
const oneOf = (options: unknown[]) => is(options.join('|'), (value) => options.includes(value));
export { oneOf as enum };

export const array =
  (item: Check): Check =>
  (value, path, issues) => {
    if (!Array.isArray(value)) return void issues.push({ path, message: 'Invalid input: expected array' });
    return value.map((one, at) => item(one, [...path, at], issues));
  };

export const object =
  (shape: Record<string, Check>): Check =>
  (value, path, issues) => {
    if (typeof value !== 'object' || !value || Array.isArray(value))
      return void issues.push({ path, message: 'Invalid input: expected object' });
    return Object.fromEntries(
      Object.entries(shape).map(([name, check]) => [
        name,
        check((value as Record<string, unknown>)[name], [...path, name], issues),
      ]),
    );
  };

export function safeParse(check: Check, input: unknown) {
  const issues: Issue[] = [];
  const data = check(input, [], issues);
  return issues.length ? { success: false, error: { issues } } : { success: true, data };
}
