import type { FileImport } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Button, CopyIcon, Link } from '@waymark/ui';
import { formatDateTime, formatDistance, formatDuration } from '@waymark/units';
import { DottedLine, WorkoutLine } from '../shared/workout-line.tsx';
import { ImportLine } from './import-line.tsx';
import { useImportActions } from './use-import-actions.ts';

/** What the server asks about instead of importing it. */
const SHORT_SECONDS = 3;

/**
 * A file that holds a workout which is there already, or one that lasts but a moment: what it holds is shown, and
 * the member chooses.
 */
export function DuplicateChoice({ item, file }: { item: FileImport; file: string }) {
  const { resolve } = useImportActions();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const choose = (choice: 'keep_both' | 'replace' | 'skip') =>
    resolve.mutate({ params: { id: item.id }, body: { choice } });
  // Nothing of the kind is there: the question is another one.
  const isShort = item.duplicate_of.length === 0 && (item.preview?.duration ?? Infinity) <= SHORT_SECONDS;
  const distance = item.preview && formatDistance(item.preview.distance, system, { locale });
  const button = (choice: 'keep_both' | 'replace' | 'skip', label: React.ReactNode) => (
    <Button size="sm" whiteSpace="normal" disabled={resolve.isPending} onClick={() => choose(choice)}>
      {label}
    </Button>
  );
  return (
    <ImportLine
      icon={<CopyIcon />}
      tone="sun"
      name={file}
      detail={
        <>
          {isShort ? (
            <Trans>This recording is only a few seconds long. Do you want to keep it?</Trans>
          ) : (
            <Trans>You seem to have this workout already. What do you want to do?</Trans>
          )}
          {/* Who replaces a whole workout by a file that ends early should know before. */}
          {item.warnings.map((warning) => (
            <Box key={warning}>{warning}</Box>
          ))}
        </>
      }
      below={
        <Box display="grid" gap={3}>
          <Box fontSize="sm">
            <Box color="muted">
              <Trans>In this file</Trans>
            </Box>
            {item.preview && (
              <DottedLine
                parts={[
                  item.preview.name,
                  // Both begin at the same place, or they would not be the same workout.
                  formatDateTime(item.preview.start_datetime, {
                    timeZone: item.duplicate_of[0]?.start_locale_timezone,
                    locale,
                  }),
                  distance && `${distance.value} ${distance.unit}`,
                  formatDuration(item.preview.duration),
                ]}
              />
            )}
            {!isShort && (
              <Box color="muted" mt={2}>
                <Trans>Already here</Trans>
              </Box>
            )}
            {item.duplicate_of.map((workout) => (
              <Box key={workout.id}>
                <Link href={`/workout/${workout.id}`}>{workout.name}</Link>
                <WorkoutLine workout={workout} />
              </Box>
            ))}
          </Box>
          <Box display="flex" flexWrap="wrap" gap={2}>
            {button('skip', isShort ? <Trans>Skip it</Trans> : <Trans>Keep the existing one</Trans>)}
            {!isShort && button('replace', <Trans>Replace it with this file</Trans>)}
            {button('keep_both', isShort ? <Trans>Keep it</Trans> : <Trans>Keep both</Trans>)}
          </Box>
          {!isShort && <ReplaceNote />}
        </Box>
      }
    />
  );
}

/** What a workout that is replaced hands on to the file that takes its place. */
function ReplaceNote() {
  return (
    <Box color="muted" fontSize="sm">
      <Trans>
        Replacing keeps photos, gear and who may see it, and your name and notes unless the file has its own.
      </Trans>
    </Box>
  );
}
