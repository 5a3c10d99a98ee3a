import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { TravelMode } from '@waymark/api-contract';
import { TRAVEL_MODES } from '@waymark/api-contract/limits';
import { isRouted } from '@waymark/routes';

interface TravelModeFacts {
  /** In events of the planner's controls. */
  name: string;
  label: MessageDescriptor;
}

/** Everything that the pages know of a travel mode. */
export const TRAVEL_MODE: Readonly<Record<TravelMode, TravelModeFacts>> = {
  0: { name: 'straight', label: msg`Straight` },
  1: { name: 'foot', label: msg`On foot` },
  2: { name: 'bike', label: msg`By bike` },
  3: { name: 'car', label: msg`By car` },
};

/** The modes in the order of selects: routed ones first. */
export const LISTED_MODES: readonly TravelMode[] = TRAVEL_MODES.toSorted(
  (a, b) => Number(isRouted(b)) - Number(isRouted(a)),
);
