import { createCursorThrottle, labelTransform, replaceText } from '@waymark/chart';
import { ABOVE, BELOW, LEFT, RIGHT } from './paint-profile.ts';

const SETTLED_MS = 500;

const element = (parent: HTMLElement, style: Record<string, string>): HTMLElement => {
  const made = document.createElement('div');
  Object.assign(made.style, style);
  parent.append(made);
  return made;
};

/** What lies over the drawing: cursor, selected part, and what they say. Elements of their own, moved by transform. */
export function createProfileOverlay(box: HTMLElement) {
  box.style.position = 'relative';
  const layer = element(box, {
    position: 'absolute',
    inset: `${ABOVE}px ${RIGHT}px ${BELOW}px ${LEFT}px`,
    cursor: 'crosshair',
    touchAction: 'pan-y',
    userSelect: 'none',
  });
  layer.style.setProperty('-webkit-touch-callout', 'none');
  layer.setAttribute('role', 'slider');
  // Until the profile is drawn and tells where the cursor is.
  layer.ariaValueNow = '0';
  layer.tabIndex = 0;
  const still = { position: 'absolute', top: '0', left: '0', pointerEvents: 'none' } as const;
  const band = element(layer, {
    ...still,
    bottom: '0',
    background: 'color-mix(in srgb, var(--wm-sky) 22%, transparent)',
    borderInline: '2px solid var(--wm-sky)',
  });
  const line = element(layer, {
    ...still,
    bottom: '0',
    width: '2px',
    marginLeft: '-1px',
    background: 'var(--wm-ink)',
    boxShadow: '0 0 0 1px var(--wm-paper)',
    willChange: 'transform',
  });
  const label = (style: Record<string, string>) => {
    const made = element(layer, {
      position: 'absolute',
      left: '0',
      pointerEvents: 'none',
      padding: '2px 8px',
      borderRadius: 'var(--wm-radius-sm)',
      font: '13px/1.4 var(--wm-font)',
      fontVariantNumeric: 'tabular-nums',
      maxWidth: '100%',
      contain: 'layout style',
      willChange: 'transform',
      ...style,
    });
    made.ariaHidden = 'true';
    return made;
  };
  const part = label({ bottom: '4px', background: 'var(--wm-sky-strong)', color: 'var(--wm-paper)' });
  const cursorLabel = label({ top: '0', background: 'var(--wm-ink)', color: 'var(--wm-paper)' });
  const aloud = element(box, {});
  aloud.className = 'visually-hidden';
  aloud.setAttribute('role', 'status');

  let words = () => ({ cursor: '', range: '' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const text = createCursorThrottle(() => {
    const { cursor, range } = words();
    replaceText(cursorLabel, cursor);
    if (range === part.textContent) return;
    part.textContent = range;
    clearTimeout(timer);
    timer = setTimeout(() => (aloud.textContent = range), SETTLED_MS);
  });
  line.hidden = band.hidden = cursorLabel.hidden = part.hidden = true;

  return {
    layer,
    /** Pixels from the left of the drawing. */
    place({
      cursor,
      range,
      end,
    }: {
      cursor: number | null;
      range: { from: number; to: number } | null;
      end: number;
    }) {
      line.hidden = cursorLabel.hidden = cursor === null;
      band.hidden = part.hidden = range === null;
      if (cursor !== null) {
        line.style.transform = `translateX(${cursor.toFixed(1)}px)`;
        cursorLabel.style.transform = labelTransform(cursor, end);
      }
      if (range) {
        band.style.transform = `translateX(${range.from.toFixed(1)}px)`;
        band.style.width = `${Math.max(2, range.to - range.from).toFixed(1)}px`;
        part.style.transform = labelTransform((range.from + range.to) / 2, end);
      }
    },
    /** What is cursorLabel of both; a part that is selected is read aloud once it has come to rest. */
    say(next: typeof words) {
      words = next;
      text.request();
    },
    end() {
      clearTimeout(timer);
      text.cancel();
      layer.remove();
      aloud.remove();
    },
  };
}
