const CLOUD = 'M7 18h10a4 4 0 0 0 .5-8 5.5 5.5 0 0 0-10.6-1A4.5 4.5 0 0 0 7 18';
const HIGH_CLOUD = 'M7 14h10a3.5 3.5 0 0 0 .5-7A5 5 0 0 0 8 6a4 4 0 0 0-1 8';
/** Drawn on a grid of 24 px, as the other icons. */
const PATHS: Record<string, string> = {
  clear:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M19 5l-1.7 1.7M6.7 17.3 5 19',
  partly_cloudy:
    'M8 19h9a3.5 3.5 0 0 0 .4-7 4.8 4.8 0 0 0-9.2-.8A4 4 0 0 0 8 19M5.5 11.2A4 4 0 1 1 12 6.8M8 1.5v1.7M2 4.5l1.2 1.2M1 10.5h1.7M14 4.5l-1.2 1.2',
  cloudy: CLOUD,
  fog: `${HIGH_CLOUD}M4 17.5h16M6 21h12`,
  drizzle: `${HIGH_CLOUD}M8 17.5v1.5M12 19.5V21M16 17.5v1.5`,
  rain: `${HIGH_CLOUD}M8 17l-1 4M12.5 17l-1 4M17 17l-1 4`,
  snow: `${HIGH_CLOUD}M8 18h.01M12 20.5h.01M16 18h.01M8 22h.01M16 22h.01`,
  thunderstorm: `${HIGH_CLOUD}M12.5 15.5l-2.5 3.5h3.5L11 22.5`,
};

/** The sky at the start. Its words stand beside it. */
export function WeatherIcon({ condition }: { condition: string }) {
  return (
    <svg
      width={44}
      height={44}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={PATHS[condition] ?? CLOUD} />
    </svg>
  );
}
