import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RoutingQuestion, TravelMode } from '@waymark/api-contract';
import { TRAVEL_MODES } from '@waymark/api-contract/limits';

interface TravelModeFacts {
  /** In events of the planner's controls. */
  name: string;
  label: MessageDescriptor;
  /** The router's profile; null for a leg that is drawn straight. */
  costing: RoutingQuestion['costing'] | null;
  /** How fast it goes where the activity does not say. */
  pace: 'foot' | 'ride' | 'car';
}

/** Everything that the pages know of a travel mode. */
export const TRAVEL_MODE: Readonly<Record<TravelMode, TravelModeFacts>> = {
  0: { name: 'straight', label: msg`Straight`, costing: null, pace: 'foot' },
  1: { name: 'foot', label: msg`On foot`, costing: 'pedestrian', pace: 'foot' },
  2: { name: 'bike', label: msg`By bike`, costing: 'bicycle', pace: 'ride' },
  3: { name: 'car', label: msg`By car`, costing: 'auto', pace: 'car' },
};

/** The router's profile of a mode; on foot for a straight one. */
export const costingOf = (mode: TravelMode): RoutingQuestion['costing'] =>
  TRAVEL_MODE[mode].costing ?? 'pedestrian';

/** The modes in the order of selects: routed ones first. */
export const LISTED_MODES: readonly TravelMode[] = TRAVEL_MODES.toSorted(
  (a, b) => Number(TRAVEL_MODE[a].costing === null) - Number(TRAVEL_MODE[b].costing === null),
);
