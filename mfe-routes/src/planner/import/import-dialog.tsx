import { Trans, useLingui } from '@lingui/react/macro';
import {
  Banner,
  Box,
  Button,
  Field,
  FileDrop,
  FormError,
  Modal,
  ProgressBar,
  RadioGroup,
  SegmentedControl,
  Select,
  Stack,
} from '@waymark/ui';
import { waypoints } from '@waymark/routes';
import { useEffect, useRef, useState } from 'react';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { FILE_TYPES, useImport } from './use-import.ts';
import type { Placement } from './insert-course.ts';
import { SavedRoutePicker, WorkoutPicker } from './course-picker.tsx';
import { pointLetter } from '../../shared/point-letter.ts';

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
  const count = usePlanner(planner, ({ plan }) => waypoints(plan).length);
  const selected = usePlanner(planner, (state) => state.selected);
  const [before] = useState(count > 0);
  const [from, setFrom] = useState<'file' | 'workout' | 'route'>('file');
  const [placing, setPlacing] = useState<Placement>('replace');
  const [warnings, setWarnings] = useState<readonly string[] | null>(null);
  const { read, reading, problem, stop } = useImport(planner, (found) =>
    found.length > 0 ? setWarnings(found) : onClose(),
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
        <Banner kind="warning" title={<Trans>It’s on the map. Check this first:</Trans>}>
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
      {before && <PlacementField placing={placing} onChange={setPlacing} count={count} selected={selected} />}
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
            <WorkoutPicker
              reading={reading?.kind === 'workout' ? reading.id : null}
              onChoose={(id) => read({ kind: 'workout', id }, placing)}
            />
          ) : (
            <SavedRoutePicker
              reading={reading?.kind === 'route' ? reading.id : null}
              onChoose={(id) => read({ kind: 'route', id }, placing)}
            />
          )}
        </>
      )}
      {reading?.kind === 'file' && <ProgressBar label={t`Reading ${reading.file.name}`} />}
      <FormError>{problem}</FormError>
    </Stack>
  );
}

/** More waypoints are no list to choose from: the one that was chosen before is offered then. */
const MOST = 100;

interface PlacingFieldProps {
  placing: Placement;
  onChange: (placing: Placement) => void;
  /** Waypoints of the course. */
  count: number;
  /** The waypoint chosen on the map or in the list. */
  selected: number | null;
}

/** Where a course goes that is put into what is drawn. */
function PlacementField({ placing, onChange, count, selected }: PlacingFieldProps) {
  const { t } = useLingui();
  const last = count - 1;
  const inner = Array.from({ length: Math.max(0, last) }, (_, at) => at).filter(
    (at) => count <= MOST || at === selected,
  );
  const [behind, setBehind] = useState(inner.find((at) => at === selected) ?? inner[0] ?? null);
  const value =
    placing === 'replace' ? placing : placing === last ? 'end' : placing < 0 ? 'start' : 'between';
  const choose = (next: string) => {
    if (next === 'replace') onChange(next);
    else if (next === 'between') onChange(behind!);
    else onChange(next === 'end' ? last : -1);
  };
  return (
    <Stack gap={3}>
      <RadioGroup
        label={t`How to add it`}
        value={value}
        onChange={choose}
        options={[
          { value: 'replace', label: t`Replace the current route` },
          { value: 'end', label: t`Add it to the end` },
          { value: 'start', label: t`Add it before the start` },
          ...(behind === null ? [] : [{ value: 'between', label: t`Insert it between two points` }]),
        ]}
      />
      {value === 'between' && (
        <Field label={<Trans>Replace this leg</Trans>}>
          <Select
            value={String(behind)}
            onChange={(next) => {
              setBehind(Number(next));
              onChange(Number(next));
            }}
            options={inner.map((at) => ({
              value: String(at),
              label: t`From point ${pointLetter(at)} to point ${pointLetter(at + 1)}`,
            }))}
          />
        </Field>
      )}
    </Stack>
  );
}
