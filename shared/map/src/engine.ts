import type { MeasurementSystem } from '@waymark/units';
import type { Palette } from './palette.ts';
import type { Camera, Size } from './plane/plane.ts';
import type { MapView, MapSource } from './view.ts';

export interface EngineOptions {
  source: MapSource;
  palette: Palette;
  camera: Camera;
  /** Units of heights on the map. */
  system: MeasurementSystem;
  /** Whether pointers and wheel move it. */
  interactive: boolean;
  /** The view is drawn, or has moved. */
  onFrame: () => void;
  /** The view has come to rest. */
  onRest: () => void;
}

/** What a map library does for a `MapView`: the background, and moving it. */
export interface Engine {
  readonly variant: MapView['variant'];
  camera(): Camera;
  /** Looks there, within so many milliseconds. */
  look(camera: Camera, milliseconds: number): void;
  setSource(source: MapSource): void;
  setPalette(palette: Palette): void;
  resize(size: Size): void;
  /** Whether two clicks on one spot zoom in. */
  doubleClickZooms(on: boolean): void;
  /** Resolves when the tiles in view are drawn. */
  idle(): Promise<void>;
  /** Draws the background as it is now, `ratio` pixels for each of the page. */
  drawOn(context: CanvasRenderingContext2D, ratio: number): void;
  destroy(): void;
}

/** @throws Error when the library cannot draw on this device */
export type CreateEngine = (element: HTMLElement, options: EngineOptions) => Engine;

export const MAX_ZOOM = 18;
