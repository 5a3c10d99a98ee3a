import type { Workout } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { Button } from '@waymark/ui';
import { useAfterPaint, useChunk } from '../../details/recording/use-chunk.ts';

const loadMenu = () => import(/* webpackChunkName: "export" */ './export-menu.tsx');

/** 'Export' of a workout's page; what it does comes after the first picture. */
export function Exporting({ workout }: { workout: Workout }) {
  const { module, failed, retry } = useChunk(loadMenu, useAfterPaint());
  if (module) return <module.ExportMenu workout={workout} />;
  return (
    <Button size="sm" disabled={!failed} onClick={retry}>
      <Trans>Export</Trans>
    </Button>
  );
}
