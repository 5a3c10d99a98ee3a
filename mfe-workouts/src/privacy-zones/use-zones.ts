import type { PrivacyZone, PrivacyZoneInput } from '@waymark/api-contract';
import { privacyZoneCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { call, notify } from '@waymark/contract';
import { createIdempotencyKey, useCall, useFailureText, useSend } from '@waymark/remote';

/** The member's zones, and what can be done with them. */
export function useZones() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const query = useCall(privacyZoneCalls.list);
  const create = useSend(privacyZoneCalls.create, { keepKey: true });
  const update = useSend(privacyZoneCalls.update);

  const save = useMutation({
    mutationFn: ({ id, input: body }: { id: number | null; input: PrivacyZoneInput }) =>
      id === null ? create.mutateAsync({ body }) : update.mutateAsync({ params: { id }, body }),
    onSuccess: ({ name }) => {
      notify({ kind: 'success', text: t`“${name}” is hidden from others, in old workouts too.` });
    },
  });

  /** @param idempotencyKey the same until the zone is back: it may be, although the answer was lost */
  const restore = async ({ name, lat, lng, radius }: PrivacyZoneInput, idempotencyKey: string) => {
    const body = { name, lat, lng, radius };
    try {
      await call(privacyZoneCalls.create, { body, idempotencyKey });
      notify({ kind: 'success', text: t`“${name}” is back.` });
    } catch (error) {
      notify({
        kind: 'error',
        text: failureText(error, t`We couldn’t bring back “${name}”. Try again.`),
        action: { label: t`Try again`, run: () => void restore(body, idempotencyKey) },
      });
    }
  };

  const remove = useMutation({
    mutationFn: ({ id }: PrivacyZone) => call(privacyZoneCalls.remove, { params: { id } }),
    onSuccess: (_, zone) => {
      notify({
        kind: 'success',
        text: t`“${zone.name}” is deleted. Others see these places again.`,
        action: { label: t`Undo`, run: () => void restore(zone, createIdempotencyKey().keyFor(zone.id)) },
      });
    },
    onError: (error) =>
      void notify({
        kind: 'error',
        text: failureText(error, t`This zone could not be deleted. It still hides what it did; try again.`),
      }),
  });

  return { ...query, zones: query.data?._embedded.privacy_zones, save, remove };
}
