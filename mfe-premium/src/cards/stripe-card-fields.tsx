import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { useLingui } from '@lingui/react/macro';
import { useSettings } from '@waymark/remote';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { CardTokenError } from '../errors/billing-error.ts';
import { CardFieldsFrame, type CardFieldsProps } from './card-fields-frame.tsx';
import { loadStripe } from './load-stripe.ts';

/** Stripe's colours, taken from the page as it is now: its fields are frames that do not see our styles. */
function appearanceOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--wm-${name}`).trim();
  return {
    theme: 'stripe' as const,
    variables: {
      colorPrimary: token('blaze-strong'),
      colorBackground: token('surface'),
      colorText: token('ink'),
      colorTextSecondary: token('muted'),
      colorDanger: token('danger-strong'),
      borderRadius: '6px',
      fontSizeBase: '16px',
    },
  };
}

/** Stripe's Payment Element: cards, and Apple Pay and Google Pay where the device has them. */
export default function StripeCardFields({ ref }: CardFieldsProps) {
  const [attempt, setAttempt] = useState(0);
  return <PaymentElement key={attempt} ref={ref} retry={() => setAttempt(attempt + 1)} />;
}

function PaymentElement({ ref, retry }: Pick<CardFieldsProps, 'ref'> & { retry: () => void }) {
  const { t } = useLingui();
  const { premiumPaymentKey: key } = useSettings();
  const container = useRef<HTMLDivElement>(null);
  const mounted = useRef<{ stripe: Stripe; elements: StripeElements }>(null);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');

  useEffect(() => {
    let isLeft = false;
    let element: StripePaymentElement | undefined;
    const mount = async () => {
      const stripe = await loadStripe(key ?? '');
      if (isLeft || !container.current) return;
      const elements = stripe.elements({
        mode: 'setup',
        currency: 'usd',
        paymentMethodCreation: 'manual',
        allowedPaymentMethodTypes: ['card'],
        setupFutureUsage: 'off_session',
        appearance: appearanceOf(container.current),
      });
      element = elements.create('payment');
      element.on('ready', () => setStatus('ready'));
      element.on('loaderror', () => setStatus('failed'));
      element.mount(container.current);
      mounted.current = { stripe, elements };
    };
    mount().catch(() => isLeft || setStatus('failed'));
    return () => {
      isLeft = true;
      mounted.current = null;
      element?.destroy();
    };
  }, [key]);

  useImperativeHandle(ref, () => ({
    async requestToken() {
      const unread = () => new CardTokenError(t`We couldn’t check the card. Try again.`);
      if (!mounted.current) throw unread();
      const { stripe, elements } = mounted.current;
      const submitted = await elements.submit();
      if (submitted.error) throw new CardTokenError(submitted.error.message);
      const { error, paymentMethod } = await stripe.createPaymentMethod({ elements });
      if (error) throw new CardTokenError(error.message);
      if (!paymentMethod) throw unread();
      return paymentMethod.id;
    },
  }));

  return (
    <CardFieldsFrame status={status} retry={retry}>
      <div ref={container} />
    </CardFieldsFrame>
  );
}
