import { Trans } from '@lingui/react/macro';
import { useChunk } from '@waymark/remote';
import { Box, Skeleton, Stack } from '@waymark/ui';
import { Failed } from '../stats/failed.tsx';
import { Near } from './near.tsx';
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
