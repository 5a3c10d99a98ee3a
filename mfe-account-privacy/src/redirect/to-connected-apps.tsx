import { navigate } from '@waymark/contract';
import { useEffect } from 'react';

/** The old address of the page with what is connected. */
export default function ToConnectedApps() {
  useEffect(() => navigate('/account/connected_apps', { replace: true }), []);
  return null;
}
