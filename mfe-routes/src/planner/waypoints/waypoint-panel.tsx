import type { TravelMode } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  Box,
  Button,
  Field,
  Flex,
  Select,
  Stack,
  Text,
  UploadIcon,
  VisuallyHidden,
  Switch,
} from '@waymark/ui';
import { useRef, useState, lazy, Suspense } from 'react';
import { LegProblem } from '../notices/planner-notices.tsx';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { type NamedPlace, usePlaceCredit } from '../../shared/find-place.ts';
import { useModeOptions } from './leg-row.tsx';
import { insertWaypoint, moveWaypoint, removeWaypoint, setArrivalMode } from './listed-waypoints.ts';
import { PlaceField } from './place-field.tsx';
import { type WaypointEdits, WaypointList } from './waypoint-list.tsx';
import { useWaypointList } from './use-waypoint-list.ts';
import { track } from '@waymark/contract';
import {
  preferredSurface,
  setPreferredSurface,
  setUsesMotorways,
  usesMotorways,
} from '../legs/routing-preferences.ts';
import { pointLetter } from '../../shared/point-letter.ts';

interface WaypointPanelProps {
  planner: Planner;
  /** Takes a course in from elsewhere. */
  onImport?: (() => void) | undefined;
}

/** The whole route as a list: all that the map does with waypoints can be done here, by keys and by ear. */
export function WaypointPanel({ planner, onImport }: WaypointPanelProps) {
  const { t } = useLingui();
  const credit = usePlaceCredit();
  const mode = usePlanner(planner, (state) => state.mode);
  const selected = usePlanner(planner, (state) => state.selected);
  const avoidsStreets = usePlanner(planner, (state) => state.avoided.length > 0);
  const { stops, legs, edit, said } = useWaypointList(planner);
  const modes = useModeOptions();
  const input = useRef<HTMLInputElement>(null);
  const [where, setWhere] = useState<'end' | 'start' | 'behind'>('end');
  const count = stops.places.length;
  const behind = selected !== null && selected < count - 1 ? selected : null;
  const put = where === 'behind' && behind === null ? 'end' : where;

  const add = ({ place, name }: NamedPlace) => {
    const at = put === 'end' ? count : put === 'start' ? 0 : behind! + 1;
    const alone = () => {
      if (put === 'behind') return planner.insert(behind!, place);
      return put === 'start' ? planner.prepend(place) : planner.append(place);
    };
    const done = name ? t`${name} is added.` : t`Point ${pointLetter(at)} is added.`;
    void edit((now) => insertWaypoint(now, Math.min(at, now.places.length), place, mode), done, alone);
  };

  const edits: WaypointEdits = {
    select: (index) => planner.select(index === planner.get().selected ? null : index),
    move: (index, to) => {
      const letter = pointLetter(index);
      const done =
        to === index - 1
          ? t`Point ${letter} moved up.`
          : to === index + 1
            ? t`Point ${letter} moved down.`
            : t`Point ${letter} is point ${pointLetter(to)} now.`;
      void edit((now) => moveWaypoint(now, index, to), done);
      if (planner.get().selected === index) planner.select(to);
    },
    remove: (index) => {
      void edit(
        (now) => removeWaypoint(now, index),
        t`Point ${pointLetter(index)} is removed.`,
        () => planner.remove(index),
      );
      if (planner.get().selected === index) planner.select(null);
    },
    setMode: (leg: number, next: TravelMode) => {
      const name = modes.find(({ value }) => value === String(next))!.label;
      void edit(
        (now) => setArrivalMode(now, leg, next),
        t`From point ${pointLetter(leg)} to point ${pointLetter(leg + 1)}: ${name}.`,
        () => planner.setLegMode(leg, next),
      );
    },
  };

  return (
    <Stack as="section" gap={4} aria-label={t`Waypoints`}>
      <Stack gap={3}>
        <PlaceField
          input={input}
          label={<Trans>Add a place</Trans>}
          action={<Trans>Add</Trans>}
          onPlace={add}
        />
        {count > 0 && (
          <Flex gap={3}>
            <Box flex={1} minW={0}>
              <Field label={<Trans>Travel by</Trans>}>
                <Select
                  options={modes}
                  value={String(mode)}
                  onChange={(value) => planner.setMode(Number(value) as TravelMode)}
                />
              </Field>
            </Box>
            <Box flex={1} minW={0}>
              <Field label={<Trans>Add as</Trans>}>
                <Select
                  value={put}
                  onChange={(value) => setWhere(value as typeof where)}
                  options={[
                    { value: 'end', label: t`New end` },
                    { value: 'start', label: t`New start` },
                    ...(behind === null
                      ? []
                      : [{ value: 'behind' as const, label: t`Stop after point ${pointLetter(behind)}` }]),
                  ]}
                />
              </Field>
            </Box>
          </Flex>
        )}
        {count > 0 && mode === 3 && <AvoidMotorways />}
        {count > 0 && (mode === 1 || mode === 2) && <SurfaceSelect />}
      </Stack>
      {count === 0 && (
        <Text muted size="sm">
          <Trans>No points yet. The first place you add is the start.</Trans>
        </Text>
      )}
      {count === 0 && onImport && (
        <Box>
          <Button icon={<UploadIcon />} onClick={onImport}>
            <Trans>Import a route</Trans>
          </Button>
        </Box>
      )}
      {/* On phones the panel lies over the map, and over what is said there. */}
      <Box hideFrom="md">
        <LegProblem planner={planner} />
      </Box>
      <WaypointList
        stops={stops}
        streets={planner.streets}
        legs={legs}
        selected={selected}
        edits={edits}
        fallback={input}
      />
      {count > 1 && <ListTools planner={planner} onImport={onImport} />}
      {count > 1 && (
        <Suspense>
          <WaysSection planner={planner} />
        </Suspense>
      )}
      {avoidsStreets && (
        <Suspense>
          <AvoidedStreets planner={planner} />
        </Suspense>
      )}
      {credit && (
        <Text muted size="xs">
          <Trans>Places: {credit}</Trans>
        </Text>
      )}
      <div role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </Stack>
  );
}

const WaysSection = lazy(() =>
  import(/* webpackChunkName: "planner-ways" */ '../ways/ways-section.tsx').then((m) => ({
    default: m.WaysSection,
  })),
);
const AvoidedStreets = lazy(() =>
  import(/* webpackChunkName: "planner-ways" */ './avoided-streets.tsx').then((m) => ({
    default: m.AvoidedStreets,
  })),
);
const PartDialog = lazy(() =>
  import(/* webpackChunkName: "planner-round-trip" */ '../cut-out/cut-out-dialog.tsx').then((m) => ({
    default: m.CutOutDialog,
  })),
);

interface ListToolsProps {
  planner: Planner;
  onImport?: (() => void) | undefined;
}

/** What is done to more than one point of the list. */
function ListTools({ planner, onImport }: ListToolsProps) {
  const [cutting, setCutting] = useState(false);
  return (
    <Flex gap={2} wrap="wrap">
      <Button size="sm" onClick={() => setCutting(true)}>
        <Trans>Remove a section</Trans>
      </Button>
      {onImport && (
        <Button size="sm" icon={<UploadIcon />} onClick={onImport}>
          <Trans>Insert a route</Trans>
        </Button>
      )}
      {cutting && (
        <Suspense>
          <PartDialog planner={planner} open onClose={() => setCutting(false)} />
        </Suspense>
      )}
    </Flex>
  );
}

/** Switch for motorways; applies to legs routed from now on. */
function AvoidMotorways() {
  const [avoids, setAvoids] = useState(() => !usesMotorways());
  const choose = (avoid: boolean) => {
    setUsesMotorways(!avoid);
    setAvoids(avoid);
    track('route_control_performed', { control: avoid ? 'motorways_off' : 'motorways_on' });
  };
  return <Switch label={<Trans>Avoid motorways</Trans>} checked={avoids} onChange={choose} />;
}

/** What legs on foot and by bicycle look for; applies to legs routed from now on. */
function SurfaceSelect() {
  const { t } = useLingui();
  const [surface, setSurface] = useState(() => preferredSurface() ?? 'any');
  const choose = (next: string) => {
    const preferred = next === 'paved' || next === 'unpaved' ? next : null;
    setPreferredSurface(preferred);
    setSurface(preferred ?? 'any');
    track('route_control_performed', { control: `surface_${preferred ?? 'any'}` });
  };
  return (
    <Field label={<Trans>Surface</Trans>} hint={<Trans>For the legs you draw from now on.</Trans>} hintBelow>
      <Select
        value={surface}
        onChange={choose}
        options={[
          { value: 'any', label: t`Any surface` },
          { value: 'paved', label: t`Prefer paved` },
          { value: 'unpaved', label: t`Prefer unpaved` },
        ]}
      />
    </Field>
  );
}
