import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { cutOut, keepOnly, planLength, type Plan } from '@waymark/routes';
import {
  Box,
  Button,
  Field,
  Flex,
  FormError,
  Modal,
  NumberInput,
  RadioGroup,
  Select,
  Stack,
  Text,
} from '@waymark/ui';
import { useState, type SubmitEvent, type ReactNode } from 'react';
import { formatDistanceText } from '../format-figures.ts';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { createUndoAction } from '../store/synchronous-edits.ts';
import { convert, formatNumber, parseNumber, unitsOf } from '@waymark/units';
import { pointLetter } from '../../shared/point-letter.ts';

interface CutOutDialogProps {
  planner: Planner;
  open: boolean;
  onClose: () => void;
}

/** Cuts a part out of the course, or leaves all but it away. */
export function CutOutDialog({ planner, open, onClose }: CutOutDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title={<Trans>Remove a section</Trans>}>
      <CutOutForm planner={planner} onClose={onClose} />
    </Modal>
  );
}

function CutOutForm({ planner, onClose }: Omit<CutOutDialogProps, 'open'>) {
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
  const along = waypointsAlong(plan);
  const part = from === null || to === null ? 0 : Math.abs(to - from);
  const left = does === 'cut' ? length - part : part;
  const text = (meters: number) => formatDistanceText(meters, system, locale);

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
      return setProblem(after.problem?.text ?? t`That didn’t work. Your route is unchanged.`);
    notify({
      kind: 'success',
      text: t`The route is ${text(planLength(after.plan))} now.`,
      action: { label: t`Undo`, run: createUndoAction(planner) },
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
            { value: 'cut', label: t`Remove it`, hint: t`The two ends are joined up.` },
            {
              value: 'keep',
              label: t`Keep only this part`,
              hint: t`Everything before and after it is removed.`,
            },
          ]}
        />
        <Text muted size="sm" role="status">
          <Trans>
            The part is {text(part)} long. It leaves about {text(Math.max(0, left))}.
          </Trans>
        </Text>
        <FormError>{problem}</FormError>
        <Flex gap={2} justify="flex-end">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" loading={cutting} disabled={from === null || to === null}>
            {does === 'cut' ? t`Remove it` : t`Keep only this part`}
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

interface EndFieldProps {
  label: ReactNode;
  /** Metres from the start, of each waypoint. */
  along: readonly number[];
  /** Metres of the whole course. */
  length: number;
  /** Metres from the start; null for what is no place of the course. */
  value: number | null;
  onChange: (meters: number | null) => void;
  /** Takes the focus when the dialog opens. */
  autofocus?: boolean;
}

const TYPED = 'typed';

/** An end of a part: one of the waypoints, or a distance from the start. */
function EndField({ label, along, length, value, onChange, autofocus }: EndFieldProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const unit = unitsOf(system).distance;
  const known = along.findIndex((one) => value !== null && Math.abs(one - value) < 1);
  const shown = (meters: number) => formatNumber(convert(meters, 'm', unit), { digits: 2, locale });
  const [text, setText] = useState(() => shown(value ?? 0));
  const [typing, setTyping] = useState(known < 0);

  const type = (next: string) => {
    setText(next);
    const number = parseNumber(next, locale);
    const meters = number === null ? null : convert(number, unit, 'm');
    // The last digit shown is rounded.
    onChange(meters === null || meters < 0 || meters > length + 10 ? null : Math.min(length, meters));
  };
  const choose = (next: string) => {
    if (next === TYPED) return setTyping(true);
    setTyping(false);
    const meters = along[Number(next)]!;
    setText(shown(meters));
    onChange(meters);
  };
  const name = (index: number, meters: number) => {
    const distance = formatDistanceText(meters, system, locale);
    if (index === 0) return t`The start`;
    return index === along.length - 1
      ? t`The end · ${distance}`
      : t`Point ${pointLetter(index)} · ${distance}`;
  };
  return (
    <Stack gap={2}>
      {along.length > 0 && (
        <Field label={label}>
          <Select
            {...(autofocus && { 'data-autofocus': '' })}
            value={typing || known < 0 ? TYPED : String(known)}
            onChange={choose}
            options={[
              ...along.map((meters, index) => ({ value: String(index), label: name(index, meters) })),
              { value: TYPED, label: t`At a distance` },
            ]}
          />
        </Field>
      )}
      {(typing || known < 0 || along.length === 0) && (
        <Field
          label={along.length > 0 ? <Trans>From the start of the route</Trans> : label}
          error={
            value === null && (
              <Trans>
                The route is {shown(length)} {unit} long.
              </Trans>
            )
          }
          touched
        >
          <NumberInput unit={unit} value={text} onChange={type} />
        </Field>
      )}
    </Stack>
  );
}

/** More than these are no list to choose from: a distance is typed instead. */
const MOST = 100;

/** Metres from the start to each waypoint; empty where there are too many to choose from. */
function waypointsAlong({ start, segments }: Plan): number[] {
  if (!start || segments.length >= MOST) return [];
  const along = [0];
  for (const { distance } of segments) along.push(along.at(-1)! + distance);
  return along;
}

/** What the dialog begins with: the part chosen on the profile, the way on from the chosen point, or the whole. */
function firstStretch(
  plan: Plan,
  range: { from: number; to: number } | null,
  selected: number | null,
): { from: number; to: number } {
  if (range) return { from: Math.min(range.from, range.to), to: Math.max(range.from, range.to) };
  const along = waypointsAlong(plan);
  const to = along.at(-1) ?? planLength(plan);
  const from = selected === null ? undefined : along[selected];
  if (from !== undefined && from > 0 && from < to) return { from, to };
  // Of a course in one piece the first half.
  return { from: 0, to: along.length > 2 ? along[1]! : to / 2 };
}
