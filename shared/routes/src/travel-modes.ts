import type { RoutingQuestion, TravelMode } from '@waymark/api-contract';

type Costing = RoutingQuestion['costing'];

/** The router's profile for each travel mode; null for legs that are drawn straight. */
const COSTINGS: Readonly<Record<TravelMode, Costing | null>> = {
  0: null,
  1: 'pedestrian',
  2: 'bicycle',
  3: 'auto',
};

/** Legs of this mode follow roads. */
export const isRouted = (mode: TravelMode): boolean => COSTINGS[mode] !== null;

/** The router's profile of a mode; on foot for a straight one. */
export const costingOf = (mode: TravelMode): Costing => COSTINGS[mode] ?? 'pedestrian';
