import type { ActivityGroupKey } from '@waymark/activities';
import type { RouteSummary } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { AppLink, useFormatLocale, useMeasurementSystem, useSession } from '@waymark/remote';
import { ActivityIcon, Box, Figure, Flex, Grid, MountainIcon, Text, VisuallyHidden } from '@waymark/ui';
import { formatDistance, formatElevation } from '@waymark/units';
import type { ReactNode } from 'react';
import { formatLocality } from './place-words.ts';
import { RouteSketch } from './route-sketch.tsx';

export interface RouteRowProps {
  route: RouteSummary;
  /** Pointed at, here or on a map. */
  isHighlighted?: boolean;
  /** The pointer or the focus came to the row, or left it. */
  onHighlight?: (on: boolean) => void;
  /** At the end of the row: buttons and menus. */
  actions?: ReactNode;
  /** Below the words: what only some lists say. */
  note?: ReactNode;
  /** Where its name leads; its own page unless told. */
  href?: string;
}

/** The name's link takes clicks anywhere in the row but on its buttons. */
const WHOLE_ROW = {
  '& [data-row]::after': { content: '""', position: 'absolute', inset: 0 },
  '& [data-actions]': { position: 'relative', zIndex: 1 },
} as const;

const PLAIN = {
  templateColumns: 'auto minmax(0, 1fr) auto auto',
  templateAreas: '"sketch words figures actions"',
} as const;
/** On phones the note and the buttons have a line of their own. */
const WITH_NOTE = {
  templateColumns: { base: 'auto minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr) auto auto' },
  templateAreas: {
    base: '"sketch words figures" "note note actions"',
    md: '"sketch words figures actions" "sketch note figures actions"',
  },
} as const;

/** Where large text leaves the words no room beside sketch and figures they come below. */
const NARROW = {
  containerType: 'inline-size',
  '@container (max-width: 16rem)': {
    '& > [data-parts]': {
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      gridTemplateAreas: '"sketch figures" "words words" "note note" "actions actions"',
    },
  },
} as const;

/** A route in a list: sketch, name, place, length, climb, activity, whose it is, and how far away. An `li`. */
export function RouteRow({ route, isHighlighted = false, onHighlight, actions, note, href }: RouteRowProps) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { userId } = useSession();
  const distance = formatDistance(route.distance, system, { locale });
  const ascent = route.ascent === null ? null : formatElevation(route.ascent, system, { locale });
  const away = route.away === null ? null : formatDistance(route.away, system, { locale, digits: 1 });
  const place = formatLocality(route);
  return (
    <Box
      as="li"
      id={`route-${route.id}`}
      borderTop="hairline"
      position="relative"
      px={{ base: 4, md: 3 }}
      py={3}
      bg={isHighlighted ? 'sunken' : undefined}
      data-highlighted={isHighlighted || undefined}
      css={{ ...WHOLE_ROW, ...NARROW }}
      onMouseEnter={() => onHighlight?.(true)}
      onMouseLeave={() => onHighlight?.(false)}
      onFocus={() => onHighlight?.(true)}
      onBlur={() => onHighlight?.(false)}
    >
      <Grid data-parts="" columnGap={3} alignItems="center" {...(note ? WITH_NOTE : PLAIN)}>
        <Box
          w={{ base: '56px', md: '72px' }}
          gridArea="sketch"
          css={{ '& svg': { width: '100%', height: 'auto' } }}
        >
          <RouteSketch polyline={route.preview.polyline} width={72} height={56} />
        </Box>
        <Box gridArea="words" minW={0}>
          <Text as="div" fontWeight={600} lineHeight={1.3} css={{ overflowWrap: 'anywhere' }} lineClamp={2}>
            <AppLink href={href ?? `/routes/view/${route.id}`} data-row="" data-untranslated="">
              {route.name}
            </AppLink>
          </Text>
          <Flex columnGap={2} rowGap={0} align="center" color="muted" fontSize="sm" wrap="wrap">
            <Flex as="span" gap={1} align="center">
              <ActivityIcon group={route.activity_group as ActivityGroupKey} size={16} />
              <span data-untranslated="">{route.activity_name}</span>
            </Flex>
            {place && <span data-untranslated="">{place}</span>}
            {away && (
              <span>
                <Trans>
                  {away.value} {away.unit} away
                </Trans>
              </span>
            )}
            {route.user.id !== userId && (
              <span>
                <Trans>
                  by <span data-untranslated="">{route.user.display_name}</span>
                </Trans>
              </span>
            )}
          </Flex>
        </Box>
        {note && (
          <Box gridArea="note" minW={0}>
            {note}
          </Box>
        )}
        <Box gridArea="figures" textAlign="end">
          <Figure {...distance} size="md" />
          {ascent && (
            <Flex
              gap={1}
              align="center"
              justify="flex-end"
              color="muted"
              fontSize="sm"
              fontVariantNumeric="tabular-nums"
            >
              <VisuallyHidden>
                <Trans>Ascent</Trans>
              </VisuallyHidden>
              <MountainIcon size={14} />
              <span>
                {ascent.value}&nbsp;{ascent.unit}
              </span>
            </Flex>
          )}
        </Box>
        {actions && (
          <Box data-actions="" gridArea="actions">
            {actions}
          </Box>
        )}
      </Grid>
    </Box>
  );
}
