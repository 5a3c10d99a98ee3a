import { track } from '@waymark/contract';
import { rerouteSegments } from '@waymark/routes';
import { passesStreet } from '../legs/avoided-streets.ts';
import {
  AVOIDED_STREETS_MAX,
  type AvoidedStreet,
  avoidedStreets,
  setAvoidedStreets,
} from '../legs/routing-preferences.ts';
import type { Planner } from '../planner.ts';
import type { PlannerInternals } from './planner-internals.ts';

type Avoidance = Pick<Planner, 'avoidStreet' | 'allowStreet' | 'allowAllStreets'>;

const isSameLine = (a: AvoidedStreet, b: AvoidedStreet): boolean => String(a) === String(b);

/** Streets that legs keep off, kept for all courses; legs that lead over a new one are routed again. */
export function createStreetAvoidance({ store, runner }: PlannerInternals): Avoidance {
  const keep = (streets: readonly AvoidedStreet[], control: string) => {
    track('route_control_performed', { control });
    setAvoidedStreets(streets);
    store.patch({ avoided: avoidedStreets() });
  };
  return {
    async avoidStreet(street) {
      const before = avoidedStreets();
      if (before.length >= AVOIDED_STREETS_MAX) return;
      keep([...before, street], 'avoid_street');
      await runner.run((plan) => rerouteSegments(plan, (segment) => passesStreet(segment, street)));
    },
    allowStreet(index) {
      const street = store.get().avoided[index];
      // Another tab may have changed the list since it was shown.
      if (street)
        keep(
          avoidedStreets().filter((one) => !isSameLine(one, street)),
          'allow_street',
        );
    },
    allowAllStreets: () => keep([], 'allow_all_streets'),
  };
}
