import type { Privacy } from '@waymark/api-contract';
import { canRead, listedPrivacy, type Relation } from '../../visibility/policy.ts';

const RELATIONS: readonly Relation[] = ['friend', 'other', 'link', 'visitor'];
/** The most open first. */
const LEVELS: readonly Privacy[] = [3, 6, 1, 0];

/** Nobody reads it, or finds it in a list, who could not do the same with the other. */
const within = (level: Privacy, other: Privacy): boolean =>
  RELATIONS.every(
    (relation) =>
      (!canRead(relation, level) || canRead(relation, other)) &&
      (!listedPrivacy(relation).includes(level) || listedPrivacy(relation).includes(other)),
  );

/**
 * The most open privacy that shows several workouts to nobody who could not see each of them. Of one for friends
 * and one for whoever has the link that is neither, but private.
 */
export const strictestOf = (levels: readonly Privacy[]): Privacy =>
  LEVELS.find((level) => levels.every((other) => within(level, other))) ?? 0;
