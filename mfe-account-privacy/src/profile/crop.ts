/** The square that is cut out of a picture, by its middle and how far it is zoomed in; 1 is the largest square. */
export interface Crop {
  zoom: number;
  /** Pixels of the picture. */
  x: number;
  y: number;
}
export interface PictureSize {
  width: number;
  height: number;
}

export const MAX_ZOOM = 5;

/** Length of the square's side in pixels of the picture. */
export const cropSide = ({ zoom }: Crop, { width, height }: PictureSize): number =>
  Math.min(width, height) / zoom;

export const createCrop = ({ width, height }: PictureSize): Crop => ({
  zoom: 1,
  x: width / 2,
  y: height / 2,
});

/** The nearest crop inside the picture. */
function clampCrop(crop: Crop, size: PictureSize): Crop {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, crop.zoom));
  const half = cropSide({ ...crop, zoom }, size) / 2;
  const inside = (at: number, length: number) => Math.min(length - half, Math.max(half, at));
  return { zoom, x: inside(crop.x, size.width), y: inside(crop.y, size.height) };
}

/** Moves the square, in shares of its own side: 0.1 to the right is a tenth of what is in sight. */
export function moveCrop(crop: Crop, size: PictureSize, right: number, down: number): Crop {
  const side = cropSide(crop, size);
  return clampCrop({ ...crop, x: crop.x + right * side, y: crop.y + down * side }, size);
}

export const zoomCrop = (crop: Crop, size: PictureSize, zoom: number): Crop =>
  clampCrop({ ...crop, zoom }, size);

/** Draws what the square holds so that it fills the canvas. */
export function drawCrop(
  canvas: HTMLCanvasElement,
  picture: CanvasImageSource,
  crop: Crop,
  size: PictureSize,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const side = cropSide(crop, size);
  context.imageSmoothingQuality = 'high';
  // Pictures with transparent parts lie on white, as they do where pictures have no such parts.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(
    picture,
    crop.x - side / 2,
    crop.y - side / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  );
}
