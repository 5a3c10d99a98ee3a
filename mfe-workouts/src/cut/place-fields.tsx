import { nearestIndex } from '@waymark/chart';
import { Trans, useLingui } from '@lingui/react/macro';
import { afterPress, Box, Field, Flex, IconButton, Input, TrashIcon } from '@waymark/ui';
import { useState } from 'react';
import { type Axis, readPlace } from '../details/chart/axis.ts';
import type { Handle } from './selection.ts';

interface PlaceFieldsProps {
  handle: Handle;
  name: string;
  axes: readonly Axis[];
  onMove: (index: number) => void;
  onRemove?: (() => void) | undefined;
}

/** Where a handle stands, in time and in distance, to be typed. */
export function PlaceFields({ handle, name, axes, onMove, onRemove }: PlaceFieldsProps) {
  const { t } = useLingui();
  return (
    <Flex as="fieldset" border="none" p={0} m={0} gap={3} align="flex-end" wrap="wrap" minW={0}>
      <Box as="legend" fontWeight={600} fontSize="sm" p={0} mb={1}>
        {name}
      </Box>
      {axes.map((axis) => (
        <PlaceField key={axis.kind} axis={axis} handle={handle} onMove={onMove} />
      ))}
      {onRemove && (
        <IconButton label={t`Remove: ${name}`} variant="quiet" icon={<TrashIcon />} onClick={onRemove} />
      )}
    </Flex>
  );
}

const textOf = (axis: Axis, value: number) =>
  axis.tickText(axis.kind === 'time' ? Math.round(value) : Number(value.toFixed(2)));

function PlaceField({ axis, handle, onMove }: Pick<PlaceFieldsProps, 'handle' | 'onMove'> & { axis: Axis }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string>();
  const [wrong, setSentence] = useState<string>();
  const setWrong = (sentence?: string) => afterPress(() => setSentence(sentence));
  const text =
    axis.kind === 'time' ? textOf(axis, axis.values[handle.index]!) : axis.values[handle.index]!.toFixed(2);
  const take = () => {
    if (typed === undefined) return;
    const value = readPlace(typed, axis);
    if (value === null) return setWrong(t`Enter it like ${axis.kind === 'time' ? '0:12:30' : '2.5'}.`);
    const index = nearestIndex(axis.values, value);
    if (index < handle.min || index > handle.max) {
      const [low, high] = [textOf(axis, axis.values[handle.min]!), textOf(axis, axis.values[handle.max]!)];
      return setWrong(t`Choose a place from ${low} to ${high}.`);
    }
    setWrong(undefined);
    setTyped(undefined);
    if (typed !== text) onMove(index);
    return undefined;
  };
  return (
    <Box w="min(100%, 7.5rem)">
      <Field
        label={axis.kind === 'time' ? <Trans>Time</Trans> : <Trans>Distance ({axis.unit})</Trans>}
        error={wrong}
        touched
      >
        <Input
          inputMode={axis.kind === 'time' ? 'text' : 'decimal'}
          value={typed ?? text}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => event.key === 'Enter' && take()}
        />
      </Field>
    </Box>
  );
}
