import { useSettings } from '@waymark/remote';
import { Skeleton } from '@waymark/ui';
import { lazy, Suspense } from 'react';
import type { CardFieldsProps } from './card-fields-frame.tsx';
import { LocalCardFields } from './local-card-fields.tsx';

const StripeCardFields = lazy(
  () => import(/* webpackChunkName: "stripe-card-fields" */ './stripe-card-fields.tsx'),
);

/** The payment provider's own fields: no card number reaches this page or our server. */
export function CardFields(props: CardFieldsProps) {
  const { provider } = useSettings().paymentConfig;
  if (provider !== 'stripe') return <LocalCardFields {...props} />;
  return (
    <Suspense fallback={<Skeleton height="180px" />}>
      <StripeCardFields {...props} />
    </Suspense>
  );
}
