import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Box, Button, FileDrop, Modal, ProgressBar, SegmentedControl, Stack } from '@waymark/ui';
import { wayPoints } from '@waymark/routes';
import { useEffect, useRef, useState } from 'react';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { FILE_TYPES } from './read-course.ts';
import type { Placing } from './joined.ts';
import { PlacingField } from './placing.tsx';
import { SavedChoice } from './saved-choice.tsx';
import { useImport } from './use-import.ts';
import { WorkoutChoice } from './workout-choice.tsx';

interface ImportDialogProps {
  planner: Planner;
  open: boolean;
  onClose: () => void;
  /** A file that was dropped on the page: it is read at once, or after the member said where it goes. */
  file?: File | null;
}

/** A course from a file, from a workout of one's own, or from a saved route. */
export function ImportDialog({ planner, open, onClose, file = null }: ImportDialogProps) {
  return (
    <Modal open={open} onClose={onClose} size="wide" title={<Trans>Import a route</Trans>}>
      <ImportForm planner={planner} file={file} onClose={onClose} />
    </Modal>
  );
}

function ImportForm({ planner, file, onClose }: Omit<ImportDialogProps, 'open'>) {
  const { t } = useLingui();
  const count = usePlanner(planner, ({ plan }) => wayPoints(plan).length);
  const selected = usePlanner(planner, (state) => state.selected);
  const [before] = useState(count > 0);
  const [from, setFrom] = useState<'file' | 'workout' | 'route'>('file');
  const [placing, setPlacing] = useState<Placing>('replace');
  const [warnings, setWarnings] = useState<readonly string[] | null>(null);
  const { read, reading, problem, stop } = useImport(planner, (told) =>
    told.length > 0 ? setWarnings(told) : onClose(),
  );
  const [waiting, setWaiting] = useState(before ? (file ?? null) : null);

  const begun = useRef<File | null>(null);
  useEffect(() => {
    // On an empty course there is nothing to ask.
    if (!file || before || begun.current === file) return;
    begun.current = file;
    read({ kind: 'file', file }, 'replace');
  });

  if (warnings)
    return (
      <Stack gap={4}>
        <Banner kind="warning" title={<Trans>It is on the map. Look at this first:</Trans>}>
          <Box as="ul" ps={5} m={0}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </Box>
        </Banner>
        <Box textAlign="end">
          <Button data-autofocus="" variant="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </Box>
      </Stack>
    );

  return (
    <Stack gap={4}>
      {before && <PlacingField placing={placing} onChange={setPlacing} count={count} selected={selected} />}
      {waiting ? (
        <Box>
          <Button
            variant="primary"
            loading={reading !== null}
            onClick={() => read({ kind: 'file', file: waiting }, placing)}
          >
            <Trans>Read {waiting.name}</Trans>
          </Button>{' '}
          <Button
            onClick={() => {
              stop();
              setWaiting(null);
            }}
          >
            <Trans>Choose another one</Trans>
          </Button>
        </Box>
      ) : (
        <>
          <SegmentedControl
            label={t`Import from`}
            value={from}
            onChange={(next) => {
              stop();
              setFrom(next);
            }}
            options={[
              { value: 'file', label: t`File` },
              { value: 'workout', label: t`Workout` },
              { value: 'route', label: t`Saved route` },
            ]}
          />
          {from === 'file' ? (
            <FileDrop
              accept={FILE_TYPES}
              multiple={false}
              disabled={reading !== null}
              prominent
              onFiles={([chosen]) => chosen && read({ kind: 'file', file: chosen }, placing)}
            >
              <Trans>Drop a GPX, TCX, FIT or KML file here</Trans>
            </FileDrop>
          ) : from === 'workout' ? (
            <WorkoutChoice
              reading={reading?.kind === 'workout' ? reading.id : null}
              onChoose={(id) => read({ kind: 'workout', id }, placing)}
            />
          ) : (
            <SavedChoice
              reading={reading?.kind === 'route' ? reading.id : null}
              onChoose={(id) => read({ kind: 'route', id }, placing)}
            />
          )}
        </>
      )}
      {reading?.kind === 'file' && <ProgressBar label={t`Reading ${reading.file.name}`} />}
      {problem && <Banner kind="error">{problem}</Banner>}
    </Stack>
  );
}
