import { Plural } from '@lingui/react/macro';

/** How long something still takes, as exactly as such a guess can be: 'less than a minute', 'about 3 minutes'. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const minutes = Math.round(seconds / 60);
  const hours = Math.round(minutes / 60);
  if (minutes < 90)
    return (
      <Plural
        value={minutes}
        _0="less than a minute left"
        one="about a minute left"
        other="about # minutes left"
      />
    );
  return <Plural value={hours} one="about an hour left" other="about # hours left" />;
}
