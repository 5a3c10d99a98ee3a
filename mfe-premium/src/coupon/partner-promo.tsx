import { navigate } from '@waymark/contract';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';

/** The address that a partner hands out. It leads to the coupon page, which greets the partner's guests. */
export default function PartnerPromo() {
  const { partner = '' } = useParams();
  useEffect(
    () => navigate(`/premium/coupon?${new URLSearchParams({ partner }).toString()}`, { replace: true }),
    [partner],
  );
  return null;
}
