import type { Place } from '@waymark/routes';
import { useEffect, useState, type RefObject } from 'react';
import { knownName, nameOf } from '../../shared/find-place.ts';

const seen = new WeakMap<Element, () => void>();
let watcher: IntersectionObserver | null = null;

/** Calls back once, as soon as an element is in view. One watcher for all rows: making one for each takes longer than drawing it. */
function whenSeen(element: Element, tell: () => void): () => void {
  watcher ??= new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) seen.get(target)?.();
  });
  const watching = watcher;
  const end = () => {
    seen.delete(element);
    watching.unobserve(element);
  };
  seen.set(element, () => {
    end();
    tell();
  });
  watching.observe(element);
  return end;
}

/** The name of a place, asked for when the element comes into view. '' until then, and where nobody knows. */
export function useName(place: Place, element: RefObject<HTMLElement | null>): string {
  const { lat, lng } = place;
  const [named, setNamed] = useState<{ lat: number; lng: number; name: string } | null>(null);
  const known = named?.lat === lat && named.lng === lng ? named.name : knownName(place);
  const open = known === null;
  useEffect(() => {
    if (!open) return undefined;
    let here = true;
    const ask = () =>
      void nameOf({ lat, lng }).then((name) => {
        if (here) setNamed({ lat, lng, name });
      });
    let end = () => {};
    if (typeof IntersectionObserver === 'undefined' || !element.current) ask();
    else end = whenSeen(element.current, ask);
    return () => {
      here = false;
      end();
    };
  }, [open, lat, lng, element]);
  return known ?? '';
}
