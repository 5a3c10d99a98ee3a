import type { Palette } from '../palette.ts';
import { DRAWN_MARGIN } from '../panned-picture.ts';
import { scaleAt } from '../plane/plane.ts';
import { createPainter } from './painter.ts';

const context = { setTransform: jest.fn(), clearRect: jest.fn(), scale: jest.fn() };
const drawings = () => context.clearRect.mock.calls.length;

beforeEach(() => {
  jest.clearAllMocks();
  jest
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockReturnValue(context as unknown as ReturnType<HTMLCanvasElement['getContext']>);
});

it('[ROUTE-10] a dragged map moves what is drawn, and draws it anew when its edge would show or the zoom changes', () => {
  const painter = createPainter();
  painter.layers.lines.set('course', []);
  painter.resize({ width: 800, height: 600 });
  const palette = {} as Palette;
  const camera = { x: 0.5, y: 0.5, zoom: 12 };
  const moved = (pixels: number) => ({ ...camera, x: camera.x + pixels / scaleAt(12) });
  painter.follow(camera, palette);
  expect(drawings()).toBe(1);
  painter.follow(moved(40), palette);
  expect(drawings()).toBe(1);
  expect(painter.canvas.style.transform).toMatch(/^translate\(-(40|39\.99)/);
  painter.follow(moved(DRAWN_MARGIN + 1), palette);
  expect([drawings(), painter.canvas.style.transform]).toEqual([2, '']);
  painter.follow({ ...camera, zoom: 12.1 }, palette);
  expect(drawings()).toBe(3);
  painter.resize({ width: 400, height: 300 });
  painter.follow({ ...camera, zoom: 12.1 }, palette);
  expect([drawings(), painter.canvas.style.width]).toEqual([4, `${400 + 2 * DRAWN_MARGIN}px`]);
});
