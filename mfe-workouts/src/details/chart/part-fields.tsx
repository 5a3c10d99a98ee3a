import { nearestIndex } from '@waymark/chart';
import { useLingui } from '@lingui/react/macro';
import { afterPress, Box, Field, Flex, Input } from '@waymark/ui';
import { useState } from 'react';
import type { Part } from '../selection/recording-selection.ts';
import { type Axis, readPlace } from './axis.ts';

interface PartFieldsProps {
  axis: Axis;
  part: Part | null;
  onPart: (part: Part | null) => void;
}

/** Start and end of the selected part as text: the way to select without a pointer. */
export function PartFields({ axis, part, onPart }: PartFieldsProps) {
  const { t } = useLingui();
  const last = axis.values.length - 1;
  const shown = part ?? { from: 0, to: last };
  const change = (edge: 'from' | 'to') => (value: number) => {
    const next = { ...shown, [edge]: nearestIndex(axis.values, value) };
    onPart(next.from < next.to ? next : { from: next.to, to: next.from });
  };
  const at = (index: number) => axis.tickText(round(axis, axis.values[Math.round(index)]!));
  return (
    <Flex gap={3}>
      <Place
        key={`${axis.kind} from`}
        label={t`From`}
        text={at(shown.from)}
        axis={axis}
        onValue={change('from')}
      />
      <Place key={`${axis.kind} to`} label={t`To`} text={at(shown.to)} axis={axis} onValue={change('to')} />
    </Flex>
  );
}

const round = (axis: Axis, value: number) =>
  axis.kind === 'time' ? Math.round(value) : Number(value.toFixed(2));

interface PlaceProps {
  label: string;
  text: string;
  axis: Axis;
  onValue: (value: number) => void;
}

function Place({ label, text, axis, onValue }: PlaceProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const take = () => {
    if (typed === undefined) return;
    const value = readPlace(typed, axis);
    afterPress(() => setWrong(value === null));
    if (value === null) return;
    setTyped(undefined);
    if (typed !== text) onValue(value);
  };
  const example = axis.kind === 'time' ? '12:30' : '2.5';
  return (
    <Box w="112px">
      <Field
        label={axis.unit ? `${label} (${axis.unit})` : label}
        error={wrong ? t`Enter it like ${example}.` : undefined}
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
