import type { Weather } from '@waymark/api-contract';
import { weatherCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Figure, Flex, Heading, Link, Text } from '@waymark/ui';
import { formatNumber, formatSpeed, formatTemperature } from '@waymark/units';
import type { ReactNode } from 'react';
import { SmallFigure } from '../summary/small-figure.tsx';
import { WeatherIcon } from './weather-icon.tsx';

const FIRST_WAIT_MS = 4000;
const LONGEST_WAIT_MS = 60_000;

/** The weather at the start. Its owner is told when none is known; for others there is only weather or nothing. */
export function WeatherPart({ workoutId, own }: { workoutId: number; own: boolean }) {
  const { data } = useCall(
    weatherCalls.association,
    { params: { id: workoutId } },
    {
      staleTime: Number.POSITIVE_INFINITY,
      // Each time it waits twice as long: whoever keeps the page open asks a few times, not all day.
      refetchInterval: ({ state }) =>
        state.data?.status === 'PENDING'
          ? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (state.dataUpdateCount - 1))
          : false,
    },
  );
  const told = {
    PENDING: <Trans>Getting the weather for that day.</Trans>,
    UNAVAILABLE: <Trans>No weather data for this place and time.</Trans>,
    NOT_CONFIGURED: <Trans>No weather service is set up on this site. Only you see this.</Trans>,
  };
  if (data?.status === 'READY' && data.weather)
    return (
      <Part>
        <Sky weather={data.weather} />
        {data.attribution && (
          <Text muted size="xs" mt={2} data-untranslated="">
            <Link href={data.attribution.href} target="_blank" rel="noreferrer">
              {data.attribution.name}
            </Link>
          </Text>
        )}
      </Part>
    );
  const words = own && data && data.status in told ? told[data.status as keyof typeof told] : null;
  return words ? (
    <Part>
      <Text muted role="status">
        {words}
      </Text>
    </Part>
  ) : null;
}

function Part({ children }: { children: ReactNode }) {
  return (
    <Box as="section" aria-labelledby="weather" minW={0}>
      <Heading level={2} id="weather" mb={3}>
        <Trans>Weather</Trans>
      </Heading>
      {children}
    </Box>
  );
}

function Sky({ weather }: { weather: Weather }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { condition, feels_like: feels, humidity, wind_speed: wind, precipitation: rain } = weather;
  const words: Record<string, string> = {
    clear: t`Clear`,
    partly_cloudy: t`Partly cloudy`,
    cloudy: t`Cloudy`,
    fog: t`Fog`,
    drizzle: t`Drizzle`,
    rain: t`Rain`,
    snow: t`Snow`,
    thunderstorm: t`Thunderstorm`,
  };
  const direction = useDirection(weather.wind_direction);
  const speed = formatSpeed(wind, system, { locale, digits: 0 });
  return (
    <Flex wrap="wrap" columnGap={6} rowGap={3} align="center">
      <Flex gap={3} align="center">
        {condition && <WeatherIcon condition={condition} />}
        <Box>
          <Figure size="lg" {...formatTemperature(weather.temperature, system, { locale })} />
          {condition && <Box fontSize="sm">{words[condition]}</Box>}
        </Box>
      </Flex>
      {feels !== null && (
        <SmallFigure label={t`Feels like`} {...formatTemperature(feels, system, { locale })} />
      )}
      {wind !== null && (
        <SmallFigure
          label={direction && wind > 0 ? t`Wind from the ${direction}` : t`Wind`}
          value={speed.value}
          unit={speed.unit}
        />
      )}
      {humidity !== null && (
        <SmallFigure label={t`Humidity`} value={formatNumber(humidity, { locale })} unit="%" />
      )}
      {rain !== null && rain > 0 && (
        <SmallFigure label={t`Rain`} value={formatNumber(rain, { digits: 1, locale })} unit="mm/h" />
      )}
    </Flex>
  );
}

/** The wind's quarter in words; null when unknown. */
function useDirection(degrees: number | null): string | null {
  const { t } = useLingui();
  if (degrees === null) return null;
  const names = [
    t`north`,
    t`north-east`,
    t`east`,
    t`south-east`,
    t`south`,
    t`south-west`,
    t`west`,
    t`north-west`,
  ];
  return names[Math.round((((degrees % 360) + 360) % 360) / 45) % 8]!;
}
