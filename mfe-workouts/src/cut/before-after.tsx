import type { Aggregates, Workout } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Figure, Table, type Column } from '@waymark/ui';
import { useFigures, type WorkoutFigure } from '../details/summary/figures.ts';

const SHOWN = ['distance', 'moving', 'tempo', 'ascent', 'elapsed', 'heartrate', 'energy'];
/** Of several workouts each gets a line, with what tells them apart. */
const SHORT = ['distance', 'moving', 'tempo', 'ascent'];

interface BeforeAfterProps {
  workout: Workout;
  /** The figures of each workout that the edit makes. */
  made: readonly Aggregates[];
}

/** What there is and what there will be, side by side. */
export function BeforeAfter({ workout, made }: BeforeAfterProps) {
  return made.length === 1 ? (
    <Two workout={workout} after={made[0]!} />
  ) : (
    <Parts workout={workout} made={made} />
  );
}

const Shown = ({ figure }: { figure: WorkoutFigure | undefined }) =>
  figure ? <Figure size="sm" value={figure.value} unit={figure.unit} /> : '–';

function Two({ workout, after }: { workout: Workout; after: Aggregates }) {
  const { t } = useLingui();
  const now = useFigures(workout);
  const then = useFigures({ ...workout, aggregates: after });
  const keys = SHOWN.filter((key) => [...now, ...then].some((figure) => figure.key === key));
  // Without a pause the elapsed time is the moving time, and is not told twice.
  const of = (figures: WorkoutFigure[], key: string) =>
    figures.find((figure) => figure.key === key) ??
    figures.find((figure) => key === 'elapsed' && figure.key === 'moving');
  const columns: Column<string>[] = [
    {
      key: 'name',
      header: t`Figure`,
      render: (key) => [...now, ...then].find((figure) => figure.key === key)!.label,
    },
    { key: 'now', header: t`Now`, figure: true, render: (key) => <Shown figure={of(now, key)} /> },
    {
      key: 'then',
      header: t`After`,
      figure: true,
      render: (key) => (
        <Box as="span" color="ink">
          <Shown figure={of(then, key)} />
        </Box>
      ),
    },
  ];
  return <Table caption={t`Before and after`} columns={columns} rows={keys} rowKey={(key) => key} />;
}

function Parts({ workout, made }: BeforeAfterProps) {
  const count = made.length;
  return (
    <Box>
      <Box fontSize="sm" color="muted" mb={2}>
        <Plural value={count} one="This makes # workout." other="This makes # workouts." />{' '}
        <Trans>The first keeps the link, photos and notes.</Trans>
      </Box>
      <Box as="ol" p={0} m={0} listStyleType="none">
        {made.map((aggregates, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place
          <PartLine key={i} workout={workout} aggregates={aggregates} number={i + 1} />
        ))}
      </Box>
    </Box>
  );
}

function PartLine(props: { workout: Workout; aggregates: Aggregates; number: number }) {
  const { workout, aggregates, number } = props;
  const figures = useFigures({ ...workout, aggregates });
  return (
    <Box
      as="li"
      display="flex"
      flexWrap="wrap"
      columnGap={{ base: 4, md: 6 }}
      rowGap={1}
      py={2}
      borderTop="hairline"
      alignItems="baseline"
    >
      <Box minW="56px" fontWeight={600}>
        <Trans>Part {number}</Trans>
      </Box>
      {SHORT.map((key) => figures.find((figure) => figure.key === key))
        .filter((figure) => figure !== undefined)
        .map(({ key, label, value, unit }) => (
          <Box key={key} role="group" aria-label={label}>
            <Figure size="sm" value={value} unit={unit} />
          </Box>
        ))}
    </Box>
  );
}
