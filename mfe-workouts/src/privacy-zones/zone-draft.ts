import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PrivacyZone, PrivacyZoneInput } from '@waymark/api-contract';
import { parseNumber, type MeasurementSystem } from '@waymark/units';

/** What stands in the form: text as it was typed, and the radius in metres. */
export interface ZoneDraft {
  /** Null for a new one. */
  id: number | null;
  name: string;
  lat: string;
  lng: string;
  radius: number | null;
}

export const RADIUS = { least: 100, most: 5000, usual: 200, step: 50 };
/** Zones a member can have. */
export const MOST_ZONES = 20;
/** How far beyond the member's circle the hidden one may reach, as a part of its radius. */
const FURTHEST = 2.4;

export const newDraft = (): ZoneDraft => ({ id: null, name: '', lat: '', lng: '', radius: RADIUS.usual });

export const draftOf = ({ id, name, lat, lng, radius }: PrivacyZone): ZoneDraft => ({
  id,
  name,
  ...textOf(lat, lng),
  radius,
});

/** Degrees with a tenth of a metre; more is noise. */
export const textOf = (lat: number, lng: number): { lat: string; lng: string } => ({
  lat: String(Math.round(lat * 1e6) / 1e6),
  lng: String(Math.round(lng * 1e6) / 1e6),
});

/** The place of a draft, null while its fields make no sense. */
function placeOf(draft: ZoneDraft): { lat: number; lng: number } | null {
  const [lat, lng] = [parseNumber(draft.lat), parseNumber(draft.lng)];
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  return { lat, lng };
}

/** The circle of a draft for the map. */
export function circleOf(draft: ZoneDraft): { lat: number; lng: number; radius: number } | null {
  const place = placeOf(draft);
  const radius = draft.radius ?? 0;
  return place && radius >= RADIUS.least && radius <= RADIUS.most ? { ...place, radius } : null;
}

export type DraftErrors = Partial<Record<'name' | 'lat' | 'lng' | 'radius', MessageDescriptor>>;

/** What keeps a zone from being saved, by field. The server checks the same again. */
export function checkDraft(draft: ZoneDraft, system: MeasurementSystem): DraftErrors {
  const errors: DraftErrors = {};
  if (!draft.name.trim()) errors.name = msg`Give the zone a name.`;
  else if (draft.name.trim().length > 60) errors.name = msg`Keep the name below 60 characters.`;
  const [lat, lng] = [parseNumber(draft.lat), parseNumber(draft.lng)];
  if (lat === null || Math.abs(lat) > 90) errors.lat = msg`Latitude is between -90 and 90.`;
  if (lng === null || Math.abs(lng) > 180) errors.lng = msg`Longitude is between -180 and 180.`;
  if (draft.radius === null || draft.radius < RADIUS.least || draft.radius > RADIUS.most)
    errors.radius =
      system === 'imperial'
        ? msg`The radius is between 330 and 16,400 feet.`
        : msg`The radius is between 100 and 5,000 meters.`;
  return errors;
}

export function inputOf(draft: ZoneDraft): PrivacyZoneInput {
  const place = placeOf(draft)!;
  return { name: draft.name.trim(), ...place, radius: draft.radius! };
}

const FEET = 3.280_839_895;
const lengthFactor = (system: MeasurementSystem) => (system === 'imperial' ? FEET : 1);

/** A radius as the member types it: metres, or feet. */
export const radiusText = (meters: number | null, system: MeasurementSystem): string =>
  meters === null ? '' : String(Math.round(meters * lengthFactor(system)));

/** Metres of what was typed; null for what is no number. */
export function radiusFrom(text: string, system: MeasurementSystem): number | null {
  const value = parseNumber(text);
  if (value === null) return null;
  const meters = Math.round(value / lengthFactor(system));
  // A limit that is typed in feet is a limit, whatever it is in metres.
  return Math.abs(meters - RADIUS.least) <= 1 ? RADIUS.least : meters;
}

/** Between which distances from the centre others see a track begin, in metres. */
export const edgeOf = (radius: number): { least: number; most: number } => ({
  least: radius,
  most: radius * FURTHEST,
});
