import type { RouteSummary } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { useCall, useFailureText } from '@waymark/remote';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Takes the route that a link to the form names (`?route=7`), once: then the address is the plain one. */
export function useRouteOfAddress(take: (route: RouteSummary) => void): void {
  const { t } = useLingui();
  const failureText = useFailureText();
  const id = useSearchParams()[0].get('route') ?? '';
  const asked = /^\d{1,15}$/.test(id);
  const { data, error } = useCall(
    routeCalls.one,
    { params: { id: Number(id) }, query: { field_set: 'simple' } },
    { enabled: asked },
  );
  const taken = useEffectEvent(take);
  const failed = useEffectEvent((problem: unknown) =>
    notify({
      kind: 'warning',
      text: failureText(problem, t`We couldn’t load the route. Choose it below.`),
    }),
  );
  useEffect(() => {
    if (!asked || (!data && !error)) return;
    if (data) taken(data);
    else failed(error);
    navigate('/workout/create', { replace: true });
  }, [asked, data, error]);
}
