import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { http, notify, reloadSession } from '@waymark/contract';
import { apiErrorText } from '@waymark/remote';

/** Adding and removing the sample workouts. */
export function useSamples() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const options = {
    onSuccess: async () => {
      await queries.invalidateQueries();
      await reloadSession();
    },
    onError: (error: unknown) =>
      void notify({
        kind: 'error' as const,
        text: apiErrorText(error, t`That did not work. Nothing was changed; try again.`),
      }),
  };
  const main = http.service('main');
  return {
    add: useMutation({ mutationFn: () => main.post('/workout/samples/'), ...options }),
    remove: useMutation({ mutationFn: () => main.delete('/workout/samples/'), ...options }),
  };
}
