import type OlMap from 'ol/Map.js';

const RADIUS = 9;

export interface MapCursor {
  /** A coordinate of the map's projection, null for nowhere. */
  moveTo(place: number[] | null): void;
  colour(fill: string, edge: string): void;
}

/**
 * The dot that follows a pointer over the chart. An element of its own above the map: as a feature of it, each step
 * would draw lines and labels of the whole map anew.
 */
export function createCursor(
  map: Pick<OlMap, 'getViewport' | 'getPixelFromCoordinate'> & {
    on(type: 'postrender', follow: () => void): unknown;
  },
): MapCursor {
  const dot = document.createElement('div');
  Object.assign(dot.style, {
    position: 'absolute',
    top: `${-RADIUS}px`,
    left: `${-RADIUS}px`,
    width: `${2 * RADIUS}px`,
    height: `${2 * RADIUS}px`,
    boxSizing: 'border-box',
    borderRadius: '50%',
    pointerEvents: 'none',
    willChange: 'transform',
  });
  dot.dataset.part = 'cursor';
  dot.hidden = true;
  map.getViewport()!.append(dot);
  let at: number[] | null = null;
  const follow = () => {
    // Before the map is first drawn there is no pixel yet.
    const pixel = at && map.getPixelFromCoordinate(at);
    dot.hidden = !pixel;
    if (pixel) dot.style.transform = `translate(${pixel[0]!.toFixed(1)}px, ${pixel[1]!.toFixed(1)}px)`;
  };
  map.on('postrender', follow);
  return {
    moveTo(place) {
      at = place;
      follow();
    },
    colour(fill, edge) {
      dot.style.background = fill;
      dot.style.border = `2px solid ${edge}`;
    },
  };
}
