import { cssColor, watchColorScheme, watchPointerSelection } from '@waymark/chart';
import type { ProfileFocus } from './profile-focus.ts';
import { type Heights, partFigures } from './heights.ts';
import { applyKey } from './profile-input.ts';
import { createProfileOverlay } from './profile-overlay.ts';
import { LEFT, paintProfile, RIGHT, roomOf } from './paint-profile.ts';
import { scalesOf } from './profile-scales.ts';
import { type FormatOptions, formatPart, formatPoint, type ProfileTexts } from './profile-texts.ts';

export interface ProfileViewOptions extends FormatOptions {
  heights: Heights;
  focus: ProfileFocus;
  texts: ProfileTexts;
  /** Pixels. */
  height: number;
  /** For paper: light whatever the page is, and finer than the screen. */
  paper?: boolean;
}

/** A profile in an element of the page, without React: a pointer moves over it at the pace of the screen. */
export interface ProfileView {
  update(options: ProfileViewOptions): void;
  destroy(): void;
}

/** Draws a profile inside `element`, as wide as that is. */
export function createProfileView(element: HTMLElement, first: ProfileViewOptions): ProfileView {
  let options = first;
  let width = 0;
  let anchor: number | null = null;
  let frame = 0;
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  const parts = createProfileOverlay(element);
  element.prepend(canvas);

  const xOf = (along: number) => (along / options.heights.total) * roomOf({ width, height: 0 }).width;
  const alongAt = (clientX: number) => {
    const pixel = clientX - element.getBoundingClientRect().left - LEFT;
    const { total } = options.heights;
    return Math.min(total, Math.max(0, (pixel / roomOf({ width, height: 0 }).width) * total));
  };
  const draw = () => {
    if (width <= LEFT + RIGHT) return;
    const { heights, height, paper = false } = options;
    const colour = (name: string, light: string) => (paper ? light : cssColor(element, name, light));
    paintProfile(canvas, {
      heights,
      width,
      height,
      scales: scalesOf(heights, roomOf({ width, height }), options),
      sharpness: Math.max(devicePixelRatio, paper ? 3 : 1),
      colours: {
        ink: colour('--wm-ink', '#17211e'),
        muted: colour('--wm-muted', '#56615c'),
        hairline: colour('--wm-hairline', 'rgb(23 33 30 / 12%)'),
        dark: !paper && getComputedStyle(element).colorScheme === 'dark',
      },
    });
  };
  const words = () => {
    const { heights, focus, texts } = options;
    const { cursor, range } = focus.get();
    const place = formatPoint(heights, cursor ?? 0, texts, options);
    parts.layer.ariaValueNow = String(Math.round(cursor ?? 0));
    parts.layer.ariaValueText = place;
    return {
      cursor: cursor === null ? '' : place,
      range: range ? formatPart(partFigures(heights, range), texts, options) : '',
    };
  };
  const follow = () => {
    frame = 0;
    const { cursor, range } = options.focus.get();
    const end = roomOf({ width, height: 0 }).width;
    parts.place({
      end,
      cursor: cursor === null || cursor > options.heights.total ? null : xOf(cursor),
      range: range && { from: xOf(range.from), to: Math.min(end, xOf(range.to)) },
    });
    parts.say(words);
  };
  const later = () => {
    frame ||= requestAnimationFrame(follow);
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = applyKey(event, { ...options.focus.get(), anchor }, options.heights.total);
    if (!next) return;
    event.preventDefault();
    // A planner takes the same keys for its map: here they belong to the profile.
    event.stopPropagation();
    ({ anchor } = next);
    options.focus.setCursor(next.cursor);
    options.focus.setRange(next.range);
  };

  const redraw = () => {
    draw();
    later();
  };
  const stopWatchingColors = watchColorScheme(redraw);
  const size = new ResizeObserver(([entry]) => {
    width = Math.floor(entry!.contentRect.width);
    redraw();
  });
  size.observe(element);
  parts.layer.addEventListener('keydown', press);
  const endPointer = watchPointerSelection(parts.layer, {
    placeAt: alongAt,
    onMove(along, range) {
      options.focus.setCursor(along);
      if (range !== undefined) options.focus.setRange(range);
    },
    onLeave: () => options.focus.setCursor(null),
    onClear: () => options.focus.setRange(null),
  });
  let endFocus = options.focus.subscribe(later);

  const apply = () => {
    element.style.height = `${options.height}px`;
    parts.layer.ariaLabel = options.texts.label;
    parts.layer.ariaValueMin = '0';
    parts.layer.ariaValueMax = String(Math.round(options.heights.total));
    redraw();
  };
  apply();

  return {
    update(next) {
      if (next.focus !== options.focus) {
        endFocus();
        endFocus = next.focus.subscribe(later);
      }
      options = next;
      apply();
    },
    destroy() {
      cancelAnimationFrame(frame);
      endFocus();
      endPointer();
      stopWatchingColors();
      size.disconnect();
      parts.end();
      canvas.remove();
    },
  };
}
