import { invalid } from '../kernel/server/errors.ts';

interface GivenLink {
  href: string;
  id?: string | undefined;
}

/**
 * The id that a body names by a link, such as `{"href": "/v7.1/user/42/", "id": "42"}`; either of the two is enough.
 * @throws ApiProblem 400 where neither is an id
 */
export function idOfLink(kind: string, [link]: readonly GivenLink[]): number {
  const [, named, last] = /\/(\w+)\/(\d{1,16})\/?$/.exec(link?.href ?? '') ?? [];
  const id = Number(link?.id ?? (named === kind ? last : undefined));
  if (!Number.isSafeInteger(id) || id <= 0)
    throw invalid({ _links: [`Name the ${kind} by a link like /v7.1/${kind}/42/.`] });
  return id;
}
