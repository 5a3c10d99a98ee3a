import type { Workout } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Flex, Heading, InfoIcon, recordName, TrophyIcon } from '@waymark/ui';
import { useEffortName } from '../../shared/efforts.ts';
import { MoodFace, useMoodName } from '../../shared/moods.tsx';

/** The records that it holds, and what the member says of it. */
export function Remarks({ workout: { records, mood, effort, notes } }: { workout: Workout }) {
  return (
    <>
      {records.length > 0 && <RecordBadges records={records} />}
      {mood !== null && <Mood mood={mood} />}
      {effort !== null && <Effort effort={effort} />}
      {notes && <Notes text={notes} />}
    </>
  );
}

/** What the member wrote about the workout. */
function Notes({ text }: { text: string }) {
  return (
    <Box as="section" aria-labelledby="notes">
      <Heading level={2} id="notes" mb={2}>
        <Trans>Notes</Trans>
      </Heading>
      <Box whiteSpace="pre-wrap" overflowWrap="anywhere" maxW="72ch">
        {text}
      </Box>
    </Box>
  );
}

/** How the member felt. */
function Mood({ mood }: { mood: number }) {
  const nameOf = useMoodName();
  return (
    <Box as="section" aria-labelledby="mood">
      <Heading level={2} id="mood" mb={2}>
        <Trans>Mood</Trans>
      </Heading>
      <Flex gap={2} align="center">
        <MoodFace mood={mood} />
        {nameOf(mood)}
      </Flex>
    </Box>
  );
}

/** How hard it was. */
function Effort({ effort }: { effort: number }) {
  const nameOf = useEffortName();
  return (
    <Box as="section" aria-labelledby="effort">
      <Heading level={2} id="effort" mb={2}>
        <Trans>Effort</Trans>
      </Heading>
      <Trans>
        {effort} of 10 · {nameOf(effort)}
      </Trans>
    </Box>
  );
}

/** What had to be repaired, left out or assumed. */
export function Noticed({ workout: { warnings, file_name, source } }: { workout: Workout }) {
  return (
    <Box as="section" aria-labelledby="noticed" bg="sunken" borderRadius="md" p={4} maxW="80ch" fontSize="sm">
      <Flex gap={2} align="center" mb={1}>
        <InfoIcon size="1.1em" />
        <Heading level={2} size="lg" id="noticed">
          {source === 'file' ? <Trans>Notes on this file</Trans> : <Trans>About these figures</Trans>}
        </Heading>
      </Flex>
      {file_name && (
        <Box color="muted" overflowWrap="anywhere">
          {file_name}
        </Box>
      )}
      <Box as="ul" ps={5} m={0} listStyleType="disc">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </Box>
    </Box>
  );
}

/** The personal records that the workout holds. */
function RecordBadges({ records }: { records: readonly string[] }) {
  const { t, i18n } = useLingui();
  return (
    <Flex
      as="ul"
      aria-label={t`Records`}
      wrap="wrap"
      gap={2}
      p={0}
      listStyleType="none"
      css={{ '& .wm-badge': { whiteSpace: 'normal' } }}
    >
      {records.map((key) => {
        const name = recordName(key, (message) => i18n._(message));
        return (
          <li key={key}>
            <Badge hue="sun">
              <TrophyIcon size={14} /> <Trans>Record: {name}</Trans>
            </Badge>
          </li>
        );
      })}
    </Flex>
  );
}
