import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { cutOut, keepOnly, planLength } from '@waymark/routes';
import { Banner, Box, Button, Flex, Modal, RadioGroup, Stack, Text } from '@waymark/ui';
import { useState, type SubmitEvent } from 'react';
import { distanceText } from '../distance-text.ts';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { undoLast } from '../undo-last.ts';
import { EndField } from './end-field.tsx';
import { firstStretch, wayPointsAlong } from './places-along.ts';

interface PartDialogProps {
  planner: Planner;
  open: boolean;
  onClose: () => void;
}

/** Cuts a part out of the course, or leaves all but it away. */
export function PartDialog({ planner, open, onClose }: PartDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title={<Trans>Cut out a part</Trans>}>
      <PartForm planner={planner} onClose={onClose} />
    </Modal>
  );
}

function PartForm({ planner, onClose }: Omit<PartDialogProps, 'open'>) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const plan = usePlanner(planner, (state) => state.plan);
  const [first] = useState(() => {
    const { range, selected } = planner.get();
    return firstStretch(planner.get().plan, range, selected);
  });
  const [from, setFrom] = useState<number | null>(first.from);
  const [to, setTo] = useState<number | null>(first.to);
  const [does, setDoes] = useState('cut');
  const [cutting, setCutting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const length = planLength(plan);
  const along = wayPointsAlong(plan);
  const part = from === null || to === null ? 0 : Math.abs(to - from);
  const left = does === 'cut' ? length - part : part;
  const text = (meters: number) => distanceText(meters, system, locale);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (cutting || from === null || to === null) return;
    if (part < 1) return setProblem(t`Both ends are at the same place. Choose two places.`);
    if (left < 1) return setProblem(t`This is the whole route. Choose a smaller part, or clear it all.`);
    setProblem(null);
    setCutting(true);
    const before = planner.get().plan;
    const { mode } = planner.get();
    const stretch = { from, to };
    await planner.edit(does === 'cut' ? 'cut_out' : 'keep_part', (now) =>
      does === 'cut' ? cutOut(now, stretch, mode) : keepOnly(now, stretch),
    );
    setCutting(false);
    const after = planner.get();
    if (after.plan === before)
      return setProblem(after.problem?.text ?? t`That did not work. The route is as it was.`);
    notify({
      kind: 'success',
      text: t`The route is ${text(planLength(after.plan))} now.`,
      action: { label: t`Undo`, run: undoLast(planner) },
    });
    onClose();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={4}>
        <Flex gap={3} align="start" wrap="wrap">
          <Box flex="1 1 180px" minW={0}>
            <EndField
              label={<Trans>From</Trans>}
              {...{ along, length }}
              value={from}
              onChange={setFrom}
              autofocus
            />
          </Box>
          <Box flex="1 1 180px" minW={0}>
            <EndField label={<Trans>To</Trans>} {...{ along, length }} value={to} onChange={setTo} />
          </Box>
        </Flex>
        <RadioGroup
          label={t`What happens to this part`}
          value={does}
          onChange={setDoes}
          options={[
            { value: 'cut', label: t`Cut it out`, hint: t`What is left on both sides is joined.` },
            { value: 'keep', label: t`Keep it alone`, hint: t`What is before and after it goes.` },
          ]}
        />
        <Text muted size="sm" role="status">
          <Trans>
            The part is {text(part)} long. It leaves about {text(Math.max(0, left))}.
          </Trans>
        </Text>
        {problem && <Banner kind="error">{problem}</Banner>}
        <Flex gap={2} justify="flex-end">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" loading={cutting} disabled={from === null || to === null}>
            {does === 'cut' ? t`Cut it out` : t`Keep it alone`}
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
