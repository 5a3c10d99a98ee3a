import { createPlot, type PlotPicture } from './plot.ts';

type Call = [name: string, ...numbers: unknown[]];

/** Notes every stroke: jsdom has no canvas. */
function pens() {
  const made: Call[][] = [];
  const recorder = () => {
    const calls: Call[] = [];
    made.push(calls);
    const own: Record<string, unknown> = {};
    return new Proxy(own, {
      get: (_, name: string) => own[name] ?? ((...values: unknown[]) => calls.push([name, ...values])),
    });
  };
  return { made, recorder };
}

const OPTIONS = {
  width: 156,
  height: 108,
  gutter: 40,
  right: 16,
  below: 26,
  color: '--wm-stream-pace',
  filled: true,
};
const PICTURE: PlotPicture = {
  x: [0, 1, 2, 3, 4],
  y: [0, 10, null, 5, null],
  xRange: [0, 4],
  yRange: [0, 10],
  xTicks: [{ at: 2, text: '0:02' }],
  yTicks: [{ at: 5, text: '5' }],
};

function prepare(options = OPTIONS) {
  const { made, recorder } = pens();
  const pen = recorder();
  // The pen's own calls are the first list; each drawing adds its line and its filled surface.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  globalThis.Path2D = function newPath() {
    return recorder();
  } as unknown as typeof Path2D;
  const element = document.createElement('div');
  element.style.setProperty('--wm-stream-pace', '#112233');
  document.body.append(element);
  const plot = createPlot(element, options);
  return { plot, element, pen, calls: made[0]!, paths: () => made.slice(1) };
}

it('[WORK-04] the line runs from the left to the right edge, highest on top, and breaks where nothing is known', () => {
  const { plot, paths } = prepare();
  plot.draw(PICTURE);
  // Between left 40 and right 140, from the top at 6 to the bottom at 82.
  expect(paths()[0]).toEqual([
    ['moveTo', 40, 82],
    ['lineTo', 40, 82],
    ['lineTo', 65, 6],
    ['moveTo', 115, 44],
    ['lineTo', 115, 44],
  ]);
});

it('what is filled below the line ends where the line ends', () => {
  const { plot, paths, calls, pen } = prepare();
  plot.draw(PICTURE);
  expect(paths()[1]!.slice(0, 5)).toEqual([
    ['moveTo', 40, 82],
    ['lineTo', 40, 82],
    ['lineTo', 65, 6],
    ['lineTo', 65, 82],
    ['lineTo', 40, 82],
  ]);
  expect(calls.filter(([name]) => name === 'fill')).toHaveLength(1);
  expect(pen['fillStyle']).toBe('#1122332e');
  expect(pen['strokeStyle']).toBe('#112233');
});

it('a line alone fills nothing', () => {
  const { plot, calls } = prepare({ ...OPTIONS, filled: false });
  plot.draw(PICTURE);
  expect(calls.filter(([name]) => name === 'fill')).toEqual([]);
});

it('ticks stand at their values; those of the axis are written below the last strip only', () => {
  const last = prepare();
  last.plot.draw(PICTURE);
  const written = (calls: Call[]) => calls.filter(([name]) => name === 'fillText');
  expect(written(last.calls)).toEqual([
    ['fillText', '0:02', 90, 88],
    ['fillText', '5', 32, 44],
  ]);
  const upper = prepare({ ...OPTIONS, below: 0 });
  upper.plot.draw(PICTURE);
  expect(written(upper.calls).map(([, text]) => text)).toEqual(['5']);
});

it('a new width draws the same picture wider, the same width nothing; what is destroyed is gone', () => {
  const { plot, paths, element } = prepare();
  plot.draw(PICTURE);
  plot.resize(156);
  expect(paths()).toHaveLength(2);
  plot.resize(256);
  expect(paths()[2]![2]).toEqual(['lineTo', 90, 6]);
  expect(element.querySelector('canvas')!.style.width).toBe('256px');
  plot.recolor();
  expect(paths()).toHaveLength(6);
  plot.destroy();
  expect(element.querySelector('canvas')).toBeNull();
});
