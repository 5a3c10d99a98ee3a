import type { Gear } from '@waymark/api-contract';
import { gearCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useFormatLocale, useMeasurementSystem, useSend } from '@waymark/remote';
import { Badge, Box, chakra, ConfirmDialog, Figure, Flex, Menu, ProgressBar, Text } from '@waymark/ui';
import { formatDistance } from '@waymark/units';
import { useState } from 'react';

/** Share of the alert's distance from which gear counts as nearly due. */
const NEARLY_DUE = 0.9;

/** One piece of gear: what it is, how far it went, how much is left. */
export function GearRow({ gear, onEdit }: { gear: Gear; onEdit: () => void }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const system = useMeasurementSystem();
  const failureText = useFailureText();
  const update = useSend(gearCalls.update);
  const remove = useSend(gearCalls.remove);
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, brand, model, distance, alert_distance: alert, workout_count: count } = gear;
  const isRetired = gear.retired_datetime !== null;
  const shown = formatDistance(distance, system, { locale, digits: 0 });
  const failed = (error: unknown) => void notify({ kind: 'error', text: failureText(error) });

  const retire = (retired: boolean) =>
    update.mutate(
      { params: { id }, body: { retired } },
      {
        onError: failed,
        onSuccess: () =>
          notify({
            kind: 'success',
            text: retired ? t`“${name}” is retired.` : t`“${name}” is back in use.`,
            action: { label: t`Undo`, run: () => retire(!retired) },
          }),
      },
    );
  const onRemove = () =>
    remove.mutate(
      { params: { id } },
      { onSuccess: () => notify({ kind: 'success', text: t`“${name}” is deleted. Your workouts stay.` }) },
    );

  return (
    <Box as="li" borderBottom="hairline" paddingBlock={5} opacity={isRetired ? 0.75 : undefined}>
      <Flex justify="space-between" align="flex-start" gap={4}>
        <Box minWidth={0}>
          <Text fontWeight={600} size="lg" overflowWrap="anywhere">
            <span data-untranslated="">{name}</span>{' '}
            {!isRetired && alert !== null && distance >= alert && (
              <Badge hue="danger">
                <Trans>Time for new ones</Trans>
              </Badge>
            )}
            {!isRetired && alert !== null && distance < alert && distance >= alert * NEARLY_DUE && (
              <Badge hue="sun">
                <Trans>Nearly due</Trans>
              </Badge>
            )}
          </Text>
          <Text muted size="sm" overflowWrap="anywhere">
            {(brand || model) && (
              <span data-untranslated="">{[brand, model].filter(Boolean).join(' ')} · </span>
            )}
            <Plural value={count} one="# workout" other="# workouts" />
          </Text>
        </Box>
        <Flex align="center" gap={3} flex="none">
          <Figure value={shown.value} unit={shown.unit} size="md" />
          <Menu
            label={t`More actions for ${name}`}
            icon
            align="end"
            items={[
              { label: t`Edit`, onSelect: onEdit },
              { label: isRetired ? t`Use again` : t`Retire`, onSelect: () => retire(!isRetired) },
              { label: t`Delete`, onSelect: () => setIsAsking(true), danger: true, separated: true },
            ]}
          />
        </Flex>
      </Flex>
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Delete “{name}”?</Trans>}
          action={<Trans>Delete</Trans>}
          isBusy={remove.isPending}
          failure={remove.error ? failureText(remove.error) : undefined}
          onConfirm={onRemove}
          onClose={() => setIsAsking(false)}
        >
          <Trans>
            Your workouts stay, but no longer say what you did them with. To keep that, retire it instead.
          </Trans>
        </ConfirmDialog>
      )}
      {alert !== null && (
        <Box marginTop={3}>
          <ProgressBar label={t`${name}: how far of its limit`} value={distance} max={alert} />
          <chakra.div color="muted" fontSize="sm" marginTop={1}>
            <Remaining meters={alert - distance} />
          </chakra.div>
        </Box>
      )}
    </Box>
  );
}

function Remaining({ meters }: { meters: number }) {
  const locale = useFormatLocale();
  const system = useMeasurementSystem();
  const { value, unit } = formatDistance(Math.abs(meters), system, { locale, digits: 0 });
  return meters >= 0 ? (
    <Trans>
      {value} {unit} to go
    </Trans>
  ) : (
    <Trans>
      {value} {unit} over your limit
    </Trans>
  );
}
