import { CardIcon } from '@waymark/ui';
import type { ReactNode } from 'react';

const SHORT_NAMES: Readonly<Record<string, string>> = {
  visa: 'VISA',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DINERS',
  jcb: 'JCB',
  unionpay: 'UP',
};

const frame = (content: ReactNode, background: string) => (
  <svg width="40" height="26" viewBox="0 0 40 26" aria-hidden="true" focusable="false">
    <rect x=".5" y=".5" width="39" height="25" rx="4" fill={background} stroke="var(--wm-hairline)" />
    {content}
  </svg>
);

/** The mark of a card's network. It stands beside its name, so it is not read aloud. */
export function CardBrand({ brand }: { brand: string }) {
  if (brand === 'mastercard')
    return frame(
      <>
        <circle cx="16" cy="13" r="7" fill="#c4314b" />
        <circle cx="24" cy="13" r="7" fill="#e6a23c" fillOpacity=".85" />
      </>,
      '#ffffff',
    );
  const name = SHORT_NAMES[brand];
  if (!name) return <CardIcon size={26} />;
  return frame(
    <text
      x="20"
      y="17"
      textAnchor="middle"
      fontSize={name.length > 4 ? 8 : 11}
      fontWeight="700"
      fill="#ffffff"
      fontFamily="inherit"
    >
      {name}
    </text>,
    brand === 'amex' ? '#1f6fa8' : '#1d2f6f',
  );
}
