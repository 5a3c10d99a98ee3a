import type Map from 'ol/Map.js';
import type { FrameState } from 'ol/Map.js';
import { compose, makeInverse } from 'ol/transform.js';
import ViewHint from 'ol/ViewHint.js';
import { panTransform } from '../panned-picture.ts';
import type { Camera } from '../plane/plane.ts';

/**
 * Lets a map that is dragged move the picture it has, labels included, instead of drawing and decluttering it in each
 * frame. It draws anew when the movement ends, when the edge of the picture would come into view, and when tiles have
 * come or styles have changed.
 */
export function reusePictureWhilePanning(map: Map, camera: () => Camera): void {
  const renderer = map.getRenderer()!;
  const picture = map.getViewport()!.querySelector<HTMLElement>('.ol-layers')!;
  const draw = renderer.renderFrame.bind(renderer);
  let drawn: { camera: Camera; content: string; frame: FrameState } | null = null;
  /** Equal for two frames that differ at most by where the map is. */
  const contentOf = ({ size, tileQueue }: FrameState): string =>
    `${size.join()} ${map.getLayerGroup().getRevision()} ${tileQueue.getCount() + tileQueue.getTilesLoading()}`;
  renderer.renderFrame = (frame) => {
    const isPanned =
      frame &&
      (frame.viewHints[ViewHint.ANIMATING] || frame.viewHints[ViewHint.INTERACTING]) &&
      drawn?.content === contentOf(frame);
    const transform = isPanned ? panTransform(drawn!.camera, camera()) : null;
    picture.style.transform = transform ?? '';
    if (frame && transform !== null) {
      // The queue forgets tiles that a frame does not ask for.
      frame.wantedTiles = drawn!.frame.wantedTiles;
      // By these, events are told where on the map they are.
      const [width, height] = frame.size as [number, number];
      const [x, y] = frame.viewState.center as [number, number];
      const scale = 1 / frame.viewState.resolution;
      compose(frame.coordinateToPixelTransform, width / 2, height / 2, scale, -scale, 0, -x, -y);
      makeInverse(frame.pixelToCoordinateTransform, frame.coordinateToPixelTransform);
      return;
    }
    draw(frame);
    drawn =
      frame && !frame.animate && !map.getLoadingOrNotReady()
        ? { camera: camera(), content: contentOf(frame), frame }
        : null;
  };
}
