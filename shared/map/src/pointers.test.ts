import { watchPointers } from './pointers.ts';

globalThis.PointerEvent ??= class extends MouseEvent {
  readonly pointerId: number;
  readonly pointerType: string;
  constructor(kind: string, init: PointerEventInit) {
    super(kind, init);
    this.pointerId = init.pointerId ?? 1;
    this.pointerType = init.pointerType ?? 'mouse';
  }
} as unknown as typeof PointerEvent;

let told: string[];
let below: string[];
let end: () => void;
let canvas: HTMLElement;
const fire = (kind: string, x: number, init: PointerEventInit = {}) =>
  canvas.dispatchEvent(
    new PointerEvent(kind, {
      bubbles: true,
      cancelable: true,
      clientX: x,
      clientY: 0,
      pointerId: 1,
      pointerType: 'mouse',
      ...init,
    }),
  );

beforeEach(() => {
  jest.useFakeTimers();
  [told, below] = [[], []];
  const element = document.body.appendChild(document.createElement('div'));
  canvas = element.appendChild(document.createElement('div'));
  for (const kind of ['pointerdown', 'pointermove', 'mousedown'])
    canvas.addEventListener(kind, () => below.push(kind));
  end = watchPointers({
    element,
    isOwn: () => false,
    at: (x) => [x, 0],
    tell: (event, about?: unknown) =>
      void told.push(about ? `${event} ${(about as { x: number }).x}` : event),
    heard: () => true,
    grab: ({ x }) => x < 10,
  });
});
afterEach(() => {
  end();
  document.body.replaceChildren();
  jest.useRealTimers();
});

it('[ROUTE-05] a pointer that is taken drags, and the map below never hears of it', () => {
  fire('pointerdown', 5, { buttons: 1 });
  fire('mousedown', 5);
  fire('pointermove', 30, { buttons: 1 });
  fire('pointermove', 60, { buttons: 1 });
  jest.advanceTimersByTime(20);
  fire('pointerup', 70);
  expect(told).toEqual(['drag 60', 'drop 70']);
  expect(below).toEqual([]);
});

it('a pointer that nobody takes moves the map, and is a click when it stayed', () => {
  fire('pointerdown', 50, { buttons: 1 });
  fire('pointermove', 90, { buttons: 1 });
  fire('pointerup', 90);
  expect(told).toEqual([]);
  fire('pointerdown', 50, { buttons: 1 });
  fire('pointerup', 52);
  expect(told).toEqual(['click 52']);
  expect(below).toEqual(['pointerdown', 'pointermove', 'pointerdown']);
});

it('[ROUTE-05] Escape and a second finger break a drag off', () => {
  fire('pointerdown', 5, { buttons: 1 });
  fire('pointermove', 30, { buttons: 1 });
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  fire('pointerup', 40);
  expect(told).toEqual(['drop']);
  told.length = 0;
  fire('pointerdown', 5, { pointerType: 'touch' });
  fire('pointerdown', 80, { pointerType: 'touch', pointerId: 2 });
  expect(told).toEqual(['drop']);
});

it('[ROUTE-05] two fingers move the map also where one is taken: the map hears of both, and the first is not taken again', () => {
  const touch = { pointerType: 'touch', buttons: 1 };
  fire('pointerdown', 5, touch);
  fire('pointermove', 25, touch);
  expect(below).toEqual([]);
  fire('pointerdown', 80, { ...touch, pointerId: 2 });
  expect(below).toEqual(['pointerdown', 'pointerdown']);
  fire('pointermove', 45, touch);
  fire('pointermove', 100, { ...touch, pointerId: 2 });
  expect(below.slice(2)).toEqual(['pointermove', 'pointermove']);
  fire('pointerup', 45, { pointerType: 'touch' });
  fire('pointerup', 100, { pointerType: 'touch', pointerId: 2 });
  jest.advanceTimersByTime(20);
  expect(told).toEqual(['drop']);
});

it('a finger that stays is a long press and no click', () => {
  fire('pointerdown', 50, { pointerType: 'touch', buttons: 1 });
  jest.advanceTimersByTime(600);
  fire('pointerup', 50, { pointerType: 'touch' });
  expect(told).toEqual(['longpress 50']);
});
