/** jsdom neither lays out nor draws: gives every observed element a width, and the page pointers and color schemes. */
export function stubLayout(width: number): void {
  globalThis.ResizeObserver = class {
    readonly #callback: ResizeObserverCallback;
    constructor(callback: ResizeObserverCallback) {
      this.#callback = callback;
    }
    observe() {
      this.#callback([{ contentRect: { width } } as ResizeObserverEntry], this);
    }
    unobserve() {}
    disconnect() {}
  };
  globalThis.PointerEvent ??= class extends MouseEvent {
    readonly pointerType = 'mouse';
    readonly pointerId = 1;
  } as unknown as typeof PointerEvent;
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, width, 100);
  globalThis.matchMedia ??= (() => new EventTarget()) as unknown as typeof matchMedia;
}
