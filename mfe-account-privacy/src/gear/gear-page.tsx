import type { Gear } from '@waymark/api-contract';
import { gearCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import { Button, EmptyState, Heading, LoadFailed, PlusIcon, Skeleton, Stack } from '@waymark/ui';
import { useState } from 'react';
import { AccountFrame } from '../page/account-frame.tsx';
import { GearDialog } from './gear-dialog.tsx';
import { GearRow } from './gear-row.tsx';

/** Shoes, bikes and the rest: how far each went, when it is due, and what is retired. */
export default function GearPage() {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useCall(gearCalls.list, {});
  const [edited, setEdited] = useState<Gear | 'new' | null>(null);
  const gear = data?._embedded.gear;
  const inUse = gear?.filter(({ retired_datetime: retired }) => retired === null) ?? [];
  const retired = gear?.filter(({ retired_datetime: at }) => at !== null) ?? [];
  return (
    <AccountFrame
      title={t`Gear`}
      path="/account/gear"
      lead={<Trans>Every workout adds its distance to the gear you did it with.</Trans>}
      action={
        <Button variant="primary" icon={<PlusIcon />} onClick={() => setEdited('new')}>
          <Trans>Add gear</Trans>
        </Button>
      }
    >
      {error && !gear && (
        <LoadFailed
          title={<Trans>We couldn’t load your gear.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!gear && !error && (
        <Stack gap={3}>
          <Skeleton height="96px" />
          <Skeleton height="96px" />
        </Stack>
      )}
      {gear?.length === 0 && (
        <EmptyState title={<Trans>No gear yet</Trans>}>
          <Trans>Add your shoes or your bike, and see when it is time for new ones.</Trans>
        </EmptyState>
      )}
      {inUse.length > 0 && <GearList gear={inUse} label={t`In use`} onEdit={setEdited} />}
      {retired.length > 0 && (
        <>
          <Heading level={2} size="xl" marginTop={8}>
            <Trans>Retired</Trans>
          </Heading>
          <GearList gear={retired} label={t`Retired`} onEdit={setEdited} />
        </>
      )}
      {edited !== null && (
        <GearDialog gear={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </AccountFrame>
  );
}

interface GearListProps {
  gear: readonly Gear[];
  label: string;
  onEdit: (gear: Gear) => void;
}

const GearList = ({ gear, label, onEdit }: GearListProps) => (
  <Stack as="ul" aria-label={label} gap={0} listStyleType="none" padding={0} margin={0}>
    {gear.map((one) => (
      <GearRow key={one.id} gear={one} onEdit={() => onEdit(one)} />
    ))}
  </Stack>
);
