import { parseStored, readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import type { LngLat, MapView } from '@waymark/map';

export interface View {
  center: LngLat;
  zoom: number;
}

/** The middle of the United States, as the specification has it. */
const DEFAULT: View = { center: [-95.71, 37.09], zoom: 3.4 };

const isView = ({ center: [lng, lat], zoom }: View) =>
  Math.abs(lng) <= 180 && Math.abs(lat) <= 85.06 && zoom >= 0 && zoom <= 22;

function fromAddress(search: string): View | null {
  const query = new URLSearchParams(search);
  const number = (name: string) => Number(query.get(name) || NaN);
  const view: View = { center: [number('lng'), number('lat')], zoom: number('zoom') || 13 };
  return isView(view) ? view : null;
}

function kept(): View | null {
  const view = parseStored(readLocal('waymark.planner_view')) as Partial<View> | null;
  return Array.isArray(view?.center) && isView(view as View) ? (view as View) : null;
}

/** The initial viewport: `?lat=&lng=&zoom=` of the address, else the stored one. */
export const initialView = (search: string): View & { chosen: boolean } => {
  const view = fromAddress(search) ?? kept();
  return view ? { ...view, chosen: true } : { ...DEFAULT, chosen: false };
};

/** Stores the viewport after each move. @returns a function that stops it */
export function rememberView(map: MapView): () => void {
  return map.on('moveend', () => {
    const view: View = { center: map.center(), zoom: map.zoomLevel() };
    writeLocal('waymark.planner_view', JSON.stringify(view));
  });
}
