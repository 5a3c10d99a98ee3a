import type { Privacy } from '@waymark/api-contract';
import type { Generated } from 'kysely';

/** A route but for its points. Metres, degrees. */
export interface RouteTable {
  user_id: number;
  id: number;
  name: string;
  description: string;
  /** The name as search reads it: see `searchName`. */
  search_name: string;
  activity_type_id: number;
  privacy: Privacy;
  distance: number;
  ascent: number | null;
  descent: number | null;
  start_lat: number;
  start_lng: number;
  /** Square of the grid that search goes by: see `cellOf`. */
  cell: number;
  locality: string;
  region: string;
  country: string;
  /** The city it starts in. */
  geoname_id: number | null;
  polyline: string;
  bounds: number[];
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface RoutePointTable {
  user_id: number;
  route_id: number;
  n: number;
  /** The points as they were sent: JSON, packed by zstd. */
  data: Uint8Array;
  /** The same as a packed course; null until somebody asks for it, where the points are older than this column. */
  plan: Uint8Array | null;
}

export interface RouteBookmarkTable {
  user_id: number;
  id: number;
  route_id: number;
  created_at: Generated<Date>;
  /** Of the key of the link that it was made with: it opens the route for as long as that key is valid. */
  link_hash: Uint8Array | null;
}

/** How many public routes start in a square, and a number that is another one after each change of them. */
export interface RouteCellTable {
  cell: number;
  version: number;
  n: number;
}

/** Tables of the routes service. */
export interface RouteTables {
  route_cells: RouteCellTable;
  routes: RouteTable;
  route_points: RoutePointTable;
  route_bookmarks: RouteBookmarkTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends RouteTables {}
}
