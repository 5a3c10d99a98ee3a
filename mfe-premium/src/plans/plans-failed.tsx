import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@waymark/contract';
import { LoadFailed } from '@waymark/ui';
import { PRODUCT_FETCH_CODE } from '../errors/billing-error.ts';

/** What stands in the place of plans that could not be loaded, with the code that support asks for. */
export const PlansFailed = ({
  error,
  retry,
  isBusy,
}: {
  error: ApiError;
  retry: () => unknown;
  isBusy: boolean;
}) => (
  <LoadFailed title={<Trans>We couldn’t load the plans.</Trans>} error={error} retry={retry} busy={isBusy}>
    <Trans>Nothing was charged (error {PRODUCT_FETCH_CODE}).</Trans>
  </LoadFailed>
);
