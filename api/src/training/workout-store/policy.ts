import type { Relation } from '../../members/visibility/policy.ts';

/** What the caller may do with a workout they can read; the page gets the same answer as `can`. */
export function abilities(relation: Relation): { edit: boolean; delete: boolean; copy: boolean } {
  const own = relation === 'self';
  return { edit: own, delete: own, copy: own };
}
export type Ability = keyof ReturnType<typeof abilities>;
