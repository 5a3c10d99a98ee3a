import { Trans } from '@lingui/react/macro';
import { track } from '@waymark/contract';
import { Switch } from '@waymark/ui';
import { useState } from 'react';
import { takeMotorways, takesMotorways } from './motorways.ts';

/** Whether legs by car keep off motorways: those that are drawn from now on. */
export function AvoidMotorways() {
  const [avoids, setAvoids] = useState(() => !takesMotorways());
  const choose = (avoid: boolean) => {
    takeMotorways(!avoid);
    setAvoids(avoid);
    track('route_control_performed', { control: avoid ? 'motorways_off' : 'motorways_on' });
  };
  return <Switch label={<Trans>Avoid motorways</Trans>} checked={avoids} onChange={choose} />;
}
