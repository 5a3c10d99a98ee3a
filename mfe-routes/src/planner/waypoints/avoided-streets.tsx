import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { lineLength } from '@waymark/routes';
import { Button, Flex, Heading, IconButton, Stack, Text, TrashIcon } from '@waymark/ui';
import { formatDistanceText } from '../format-figures.ts';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';

/** The streets that legs keep off, to allow each of them again; nothing where there are none. */
export function AvoidedStreets({ planner }: { planner: Planner }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const avoided = usePlanner(planner, (state) => state.avoided);
  if (avoided.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-label={t`Avoided streets`}>
      <Flex align="center" justify="space-between" gap={3}>
        <Heading as="h3" size="lg">
          <Trans>Avoided streets</Trans>
        </Heading>
        {avoided.length > 1 && (
          <Button size="sm" variant="quiet" onClick={() => planner.allowAllStreets()}>
            <Trans>Allow all</Trans>
          </Button>
        )}
      </Flex>
      <Stack as="ol" gap={1}>
        {avoided.map((street, index) => {
          const number = index + 1;
          return (
            <Flex as="li" key={number} align="center" justify="space-between" gap={3}>
              <Text size="sm">
                {street.length > 2
                  ? t`Street ${number}: ${formatDistanceText(lineLength(street), system, locale)}`
                  : t`Street ${number}: one block`}
              </Text>
              <IconButton
                label={t`Allow street ${number} again`}
                icon={<TrashIcon />}
                onClick={() => planner.allowStreet(index)}
              />
            </Flex>
          );
        })}
      </Stack>
      <Text muted size="xs">
        <Trans>Kept for all routes you draw in this browser. Legs already drawn stay as they are.</Trans>
      </Text>
    </Stack>
  );
}
