import type { TravelMode } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Flex, Select } from '@waymark/ui';
import { memo } from 'react';
import { LISTED_MODES, TRAVEL_MODE } from '../../shared/travel-modes.ts';
import { formatDistanceText } from '../format-figures.ts';
import type { ListedLeg } from './listed-waypoints.ts';
import { pointLetter } from '../../shared/point-letter.ts';

interface LegLineProps {
  /** Number of the leg, from 0. */
  index: number;
  leg: ListedLeg;
  onMode: (leg: number, mode: TravelMode) => void;
}

/** How it goes from one point to the next. */
export function LegRow({ index, leg: { mode, fromFile, distance }, onMode }: LegLineProps) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  return (
    <LegFrame index={index} mode={mode} fromFile={fromFile} onMode={onMode}>
      {distance === null ? '…' : formatDistanceText(distance, system, locale)}
    </LegFrame>
  );
}

interface LegFrameProps extends Pick<ListedLeg, 'mode' | 'fromFile'>, Omit<LegLineProps, 'leg'> {
  /** Length of the leg. */
  children: string;
}

const LegFrame = memo(function LegFrame({ index, mode, fromFile, onMode, children }: LegFrameProps) {
  return (
    <Flex align="center" gap={3} ps="38px" pb={1} color="muted" fontSize="sm">
      <Box alignSelf="stretch" w="2px" my={-1} bg="hairline" flex="none" />
      <Box w="136px" flex="none">
        <ModeSelect index={index} mode={mode} fromFile={fromFile} onMode={onMode} />
      </Box>
      <span data-figure="">{children}</span>
    </Flex>
  );
});

const ModeSelect = memo(function ModeSelect({
  index,
  mode,
  fromFile,
  onMode,
}: Omit<LegFrameProps, 'children'>) {
  const { t } = useLingui();
  const modes = useModeOptions();
  const [from, to] = [pointLetter(index), pointLetter(index + 1)];
  return (
    <Select
      data-focus={`${index} mode`}
      aria-label={t`From point ${from} to point ${to}`}
      options={fromFile ? [{ value: 'file', label: t`As in the file` }, ...modes] : modes}
      value={fromFile ? 'file' : String(mode)}
      onChange={(value) => value !== 'file' && onMode(index, Number(value) as TravelMode)}
    />
  );
});

/** How a leg goes, as selects show it. */
export function useModeOptions(): { value: `${TravelMode}`; label: string }[] {
  const { i18n } = useLingui();
  return LISTED_MODES.map((mode) => ({ value: `${mode}`, label: i18n._(TRAVEL_MODE[mode].label) }));
}
