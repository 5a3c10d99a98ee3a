import { Trans, useLingui } from '@lingui/react/macro';
import { geocodeCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { useChunk, useMeasurementSystem } from '@waymark/remote';
import {
  afterPress,
  Box,
  Button,
  Checkbox,
  DatePicker,
  Field,
  FilterIcon,
  Flex,
  Grid,
  Input,
  NumberInput,
  Select,
} from '@waymark/ui';
import { convert, parseNumber, unitsOf } from '@waymark/units';
import { useState } from 'react';
import { useGear } from '../details/gear/use-gear.ts';
import { usePrivacyOptions } from '../shared/privacy-options.ts';
import { conditionCount, type ListFilter } from '../shared/workout-list-filter.ts';

const loadChoice = () => import(/* webpackChunkName: "activity-choice" */ '../stats/activity-choice.tsx');

interface FilterFormProps {
  filter: ListFilter;
  onChange: (change: Partial<ListFilter>) => void;
}

/** Search and activities in sight, all other conditions behind one button, which counts those that hold. */
export function FilterForm({ filter, onChange }: FilterFormProps) {
  const { t } = useLingui();
  const choice = useChunk(loadChoice, true);
  const count = conditionCount({ ...filter, activityTypes: [] });
  const [isOpen, setIsOpen] = useState(count > 0);
  return (
    <Box role="search" aria-label={t`Filter your workouts`} display="grid" gap={4}>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 2fr) auto' }}
        gap={4}
        alignItems="end"
      >
        <Field label={<Trans>Search</Trans>}>
          <Input
            type="search"
            value={filter.search}
            maxLength={100}
            placeholder={t`Name of a workout`}
            onChange={(event) => onChange({ search: event.target.value })}
          />
        </Field>
        <Box minH="calc(var(--wm-height) + 25px)">
          {choice.module && (
            <choice.module.ActivityChoice
              value={filter.activityTypes}
              onChange={(activityTypes) => onChange({ activityTypes })}
            />
          )}
        </Box>
        <Button icon={<FilterIcon />} aria-expanded={isOpen} mb="6px" onClick={() => setIsOpen(!isOpen)}>
          {count > 0 ? <Trans>Filters ({count})</Trans> : <Trans>Filters</Trans>}
        </Button>
      </Grid>
      {isOpen && <Conditions filter={filter} onChange={onChange} />}
    </Box>
  );
}

function Conditions({ filter, onChange }: FilterFormProps) {
  const { t } = useLingui();
  const units = unitsOf(useMeasurementSystem());
  const privacy = usePrivacyOptions();
  const { data: gear } = useGear();
  const distance = (meters: number | null) =>
    meters === null ? '' : String(Number(convert(meters, 'm', units.distance).toFixed(2)));
  const metersOf = (text: string) => {
    const value = parseNumber(text);
    return value === null ? null : Math.max(0, convert(value, units.distance, 'm'));
  };
  return (
    <Grid
      templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
      gap={4}
      alignItems="start"
    >
      <Field label={<Trans>From</Trans>}>
        <DatePicker value={filter.from} onChange={(from) => onChange({ from })} />
      </Field>
      <Field label={<Trans>To</Trans>}>
        <DatePicker value={filter.to} onChange={(to) => onChange({ to })} />
      </Field>
      <DistanceField
        label={<Trans>At least</Trans>}
        text={distance(filter.distanceMin)}
        unit={units.distance}
        onText={(text) => onChange({ distanceMin: metersOf(text) })}
      />
      <DistanceField
        label={<Trans>At most</Trans>}
        text={distance(filter.distanceMax)}
        unit={units.distance}
        onText={(text) => onChange({ distanceMax: metersOf(text) })}
      />
      <Field label={<Trans>Gear</Trans>}>
        <Select
          value={filter.gear}
          onChange={(id) => onChange({ gear: id })}
          options={[
            { value: '', label: t`Any` },
            ...(gear?._embedded.gear ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </Field>
      <Field label={<Trans>Who can see it</Trans>}>
        <Select
          value={filter.privacy}
          onChange={(level) => onChange({ privacy: level })}
          options={[{ value: '', label: t`Any` }, ...privacy]}
        />
      </Field>
      <PlaceField filter={filter} onChange={onChange} />
      <Flex align="center" minH="var(--wm-height)" mt={{ base: 0, md: '25px' }}>
        <Checkbox
          label={<Trans>With photos</Trans>}
          checked={filter.withPhoto}
          onChange={(withPhoto) => onChange({ withPhoto })}
        />
      </Flex>
    </Grid>
  );
}

interface DistanceFieldProps {
  label: React.ReactNode;
  text: string;
  unit: string;
  onText: (text: string) => void;
}

/** What is being typed stays as it is typed until the address has another value. */
function DistanceField({ label, text, unit, onText }: DistanceFieldProps) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    setKnown(text);
    if (parseNumber(typed) !== parseNumber(text)) setTyped(text);
  }
  return (
    <Field label={label}>
      <NumberInput
        value={typed}
        unit={unit}
        onChange={(next) => {
          setTyped(next);
          onText(next);
        }}
      />
    </Field>
  );
}

/** Degrees around a place in which a track counts as near it: some 10 km. */
const AROUND = 0.1;

/** A place by its name: found when the field is left or with Enter. */
function PlaceField({ filter, onChange }: FilterFormProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(filter.place);
  const [known, setKnown] = useState(filter.place);
  const [problem, setSentence] = useState('');
  const setProblem = (sentence: string) => afterPress(() => setSentence(sentence));
  // Cleared filters and 'back' change the place without the field.
  if (known !== filter.place) {
    setKnown(filter.place);
    setTyped(filter.place);
  }
  const find = async () => {
    const name = typed.trim();
    if (name === filter.place) return;
    setProblem('');
    if (name === '') return onChange({ place: '', bounds: '' });
    try {
      const { features } = await call(geocodeCalls.search, {
        query: { q: name, format: 'geojson', limit: 1 },
      });
      const center = features[0]?.center;
      if (!center) return setProblem(t`No place matches “${name}”. Try a city.`);
      const [lng, lat] = center as [number, number];
      const bounds = [lng - AROUND, lat - AROUND, lng + AROUND, lat + AROUND];
      return onChange({ place: name, bounds: bounds.map((degrees) => degrees.toFixed(4)).join(',') });
    } catch {
      return setProblem(t`Places can’t be searched right now. Try again in a moment.`);
    }
  };
  return (
    <Field label={<Trans>Place</Trans>} error={problem} touched>
      <Input
        value={typed}
        maxLength={100}
        placeholder={t`City`}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void find()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void find();
        }}
      />
    </Field>
  );
}
