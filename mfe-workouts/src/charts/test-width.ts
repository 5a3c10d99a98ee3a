/** jsdom lays nothing out: tells every observed element this width, and knows pointers. To be called before each test. */
export function standInWidth(width: number): void {
  globalThis.ResizeObserver = class {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    observe() {
      this.#tell([{ contentRect: { width } } as ResizeObserverEntry], this);
    }
    unobserve() {}
    disconnect() {}
  };
  globalThis.PointerEvent ??= class extends MouseEvent {
    readonly pointerType = 'mouse';
    readonly pointerId = 1;
  } as unknown as typeof PointerEvent;
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, width, 100);
}
