import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Field, Flex, SegmentedControl, VisuallyHidden } from '@waymark/ui';
import type { ReactNode } from 'react';
import { MoodFace, MOODS, useMoodName } from '../shared/moods.tsx';

interface MoodPickerProps {
  mood: number | null;
  hint: ReactNode;
  error?: string | undefined;
  onChange: (mood: number | null) => void;
}

/** Five faces, one of which may be chosen. */
export function MoodPicker({ mood, hint, error, onChange }: MoodPickerProps) {
  const { t } = useLingui();
  const nameOf = useMoodName();
  return (
    <Field group label={<Trans>How did you feel?</Trans>} optional hintBelow hint={hint} error={error}>
      <Flex align="center" gap={3} flexWrap="wrap">
        <SegmentedControl
          label={t`How did you feel?`}
          options={MOODS.map((value) => ({
            value: String(value),
            label: (
              <span title={nameOf(value)}>
                <MoodFace mood={value} style={{ display: 'block' }} />
                <VisuallyHidden>{nameOf(value)}</VisuallyHidden>
              </span>
            ),
          }))}
          value={mood === null ? '' : String(mood)}
          onChange={(value) => onChange(Number(value))}
        />
        {mood !== null && (
          <>
            <span aria-hidden>{nameOf(mood)}</span>
            <Button type="button" variant="quiet" size="sm" onClick={() => onChange(null)}>
              <Trans>Clear</Trans>
            </Button>
          </>
        )}
      </Flex>
    </Field>
  );
}
