import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/**
 * Shows an element alone: on the whole screen, or in the whole window where the browser has no full screen for it
 * (phones with iOS). Escape leaves.
 */
export function useFullScreen(
  box: RefObject<HTMLElement | null>,
  onChange: ((on: boolean) => void) | undefined,
) {
  const [mode, setMode] = useState<'off' | 'screen' | 'window'>('off');
  const change = useEffectEvent((on: boolean) => onChange?.(on));

  useEffect(() => {
    const follow = () =>
      setMode((before) =>
        document.fullscreenElement === box.current && box.current
          ? 'screen'
          : before === 'screen'
            ? 'off'
            : before,
      );
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [box]);

  useEffect(() => {
    if (mode === 'off') return undefined;
    change(true);
    return () => change(false);
  }, [mode]);

  useEffect(() => {
    if (mode !== 'window') return undefined;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setMode('off');
    };
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    addEventListener('keydown', leave);
    return () => {
      document.documentElement.style.overflow = overflow;
      removeEventListener('keydown', leave);
    };
  }, [mode]);

  const toggle = () => {
    if (mode === 'window') setMode('off');
    else if (mode === 'screen') void document.exitFullscreen();
    else {
      const element = box.current;
      if (!element?.requestFullscreen) setMode('window');
      else element.requestFullscreen().catch(() => setMode('window'));
    }
  };
  return { on: mode !== 'off', fills: mode === 'window', toggle };
}
