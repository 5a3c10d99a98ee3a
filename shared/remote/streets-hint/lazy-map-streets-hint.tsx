import { lazy, Suspense } from 'react';
import type { MapStreetsHintProps } from './streets-hint.tsx';

const MapStreetsHint = lazy(() =>
  import(/* webpackChunkName: "streets-hint" */ './streets-hint.tsx').then(
    (chunk) => ({ default: chunk.MapStreetsHint }),
    () => ({ default: () => null }),
  ),
);

/** `MapStreetsHint` in a chunk of its own. Where that cannot be loaded, the map does without. */
export function LazyMapStreetsHint(props: MapStreetsHintProps) {
  return (
    <Suspense>
      <MapStreetsHint {...props} />
    </Suspense>
  );
}
