import { Trans } from '@lingui/react/macro';
import { useChunk } from '@waymark/remote';
import { Box, Skeleton, Stack } from '@waymark/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Failed } from '../stats/failed.tsx';
import type { LifetimeSectionProps } from './records-section.tsx';

const load = () => import(/* webpackChunkName: "lifetime-more" */ './more-chunk.ts');

/** What is further down: its code and its figures come when the reader does. */
export function MoreSections(props: LifetimeSectionProps) {
  return (
    <Near height="1800px">
      <Loaded {...props} />
    </Near>
  );
}

function Loaded(props: LifetimeSectionProps) {
  const { module, failed, retry } = useChunk(load, true);
  if (failed)
    return <Failed title={<Trans>The rest of the page didn’t load</Trans>} retry={retry} busy={false} />;
  if (!module)
    return (
      <Box minH="1800px">
        <Skeleton height="320px" />
      </Box>
    );
  return (
    <Stack gap={{ base: 8, md: 10 }}>
      <module.RecordsSection {...props} />
      <Near height="560px">
        <module.CurvesSection {...props} />
      </Near>
      {props.own && (
        <Near height="560px">
          <module.LoadSection {...props} />
        </Near>
      )}
    </Stack>
  );
}

/** How far below the window something begins to load. */
const AHEAD = '400px';

/** Holds the room of what is further down until the reader comes near. */
export function Near({ height, children }: { height: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: AHEAD },
    );
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [near]);
  return near ? children : <Box ref={box} minH={height} />;
}
