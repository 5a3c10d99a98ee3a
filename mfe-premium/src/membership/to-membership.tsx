import { navigate } from '@waymark/contract';
import { useEffect } from 'react';

/** The short address of the premium settings. */
export default function ToMembership() {
  useEffect(() => navigate('/premium/membership', { replace: true }), []);
  return null;
}
