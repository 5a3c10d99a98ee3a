import { Trans, useLingui } from '@lingui/react/macro';
import { useMeasurementSystem } from '@waymark/remote';
import { Field, Flex, NumberInput } from '@waymark/ui';
import { unitsOf } from '@waymark/units';
import { useState, type ReactNode } from 'react';
import { RADIUS, radiusFrom, radiusText } from './zone-draft.ts';

interface RadiusFieldProps {
  radius: number | null;
  error: ReactNode;
  touched: boolean;
  onChange: (radius: number | null) => void;
  onDone: () => void;
}

/** The radius by a slider, and as a number beside it. */
export function RadiusField({ radius, error, touched, onChange, onDone }: RadiusFieldProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const unit = unitsOf(system).elevation;
  /** What is being typed; the radius may round it. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? radiusText(radius, system);
  return (
    <Field label={<Trans>Radius</Trans>} error={error} touched={touched} group>
      <Flex gap={4} align="center">
        <input
          type="range"
          aria-label={t`Radius`}
          aria-valuetext={`${radiusText(radius, system)} ${unit}`}
          min={RADIUS.least}
          max={RADIUS.most}
          step={RADIUS.step}
          value={radius ?? RADIUS.usual}
          style={{ flex: 1, minWidth: 0, minHeight: 'var(--wm-height)', accentColor: 'var(--wm-sky)' }}
          onChange={(event) => {
            setTyped(null);
            onChange(Number(event.target.value));
          }}
          onPointerUp={onDone}
          onKeyUp={onDone}
        />
        <Flex flex="0 0 128px" minW={0}>
          <NumberInput
            aria-label={t`Radius as a number`}
            whole
            unit={unit}
            value={text}
            onChange={(next) => {
              setTyped(next);
              onChange(radiusFrom(next, system));
            }}
            onBlur={() => {
              setTyped(null);
              onDone();
            }}
          />
        </Flex>
      </Flex>
    </Field>
  );
}
