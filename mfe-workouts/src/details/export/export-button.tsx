import type { Workout } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { useAfterPaint, useChunk } from '@waymark/remote';
import { Button, ChevronDownIcon } from '@waymark/ui';

const loadMenu = () => import(/* webpackChunkName: "extras" */ './export-menu.tsx');

/** 'Export' of a workout's page comes after the first picture; its room is there before, so that nothing moves. */
export function ExportButton({ workout }: { workout: Workout }) {
  const { module } = useChunk(loadMenu, useAfterPaint());
  if (module) return <module.ExportMenu workout={workout} />;
  return (
    <Button size="sm" disabled aria-hidden visibility="hidden" icon={<ChevronDownIcon />}>
      <Trans>Export</Trans>
    </Button>
  );
}
