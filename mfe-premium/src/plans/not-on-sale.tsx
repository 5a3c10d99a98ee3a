import type { Product } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { Banner } from '@waymark/ui';

/** A site without a payment provider lists its plans, and sells none. */
export const isOnSale = ({ availability_details: { available_platforms: platforms } }: Product): boolean =>
  platforms.length > 0;

export const NotOnSale = () => (
  <Banner title={<Trans>Premium is not on sale here yet</Trans>}>
    <Trans>This site takes no payments at the moment. Everything else works as always.</Trans>
  </Banner>
);
