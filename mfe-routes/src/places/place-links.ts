import type { PlaceSuggestion } from '@waymark/api-contract';

type Somewhere = Pick<PlaceSuggestion, 'value' | 'label' | 'path'>;

/** The search page around a place. */
export const searchHref = ({ value, label }: Pick<Somewhere, 'value' | 'label'>): string =>
  `/routes/search?${new URLSearchParams({ location: value, place: label }).toString()}`;

/** A place's own page; the search around it where its country has no pages here. */
export const placeHref = (place: Somewhere): string => place.path ?? searchHref(place);
