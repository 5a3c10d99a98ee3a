import type { Product } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import type { ApiError } from '@waymark/contract';
import { Banner, LoadFailed } from '@waymark/ui';
import { PRODUCT_FETCH_CODE } from '../errors/billing-error.ts';

/** A site without a payment provider lists its plans, and sells none. */
export const isOnSale = ({ availability_details: { available_platforms: platforms } }: Product): boolean =>
  platforms.length > 0;

export const NotOnSale = () => (
  <Banner title={<Trans>Premium is not on sale here yet</Trans>}>
    <Trans>This site takes no payments at the moment. Everything else works as always.</Trans>
  </Banner>
);

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
