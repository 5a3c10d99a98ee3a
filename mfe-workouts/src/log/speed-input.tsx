import { NumberInput } from '@waymark/ui';
import { parseNumber } from '@waymark/units';
import { useState } from 'react';

const speedText = (pace: number | null) => (pace ? String(Number((3600 / pace).toFixed(1))) : '');

/** Speed in the member's unit, kept as seconds for one unit of distance. */
export function SpeedInput({
  pace,
  unit,
  onChange,
}: {
  pace: number | null;
  unit: string;
  onChange: (pace: number | null) => void;
}) {
  const [typed, setTyped] = useState(() => speedText(pace));
  const [sent, setSent] = useState(pace);
  // A pace that another field changed is shown; the typist's own coming back is not rounded under their hands.
  if (pace !== sent) {
    setSent(pace);
    setTyped(speedText(pace));
  }
  return (
    <NumberInput
      value={typed}
      unit={unit}
      onChange={(text) => {
        const speed = parseNumber(text);
        const next = speed && speed > 0 ? 3600 / speed : null;
        setTyped(text);
        setSent(next);
        onChange(next);
      }}
    />
  );
}
