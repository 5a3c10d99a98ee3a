import type { RouteDetail } from '@waymark/api-contract';
import { useApiQuery } from '@waymark/remote';
import { useParams } from 'react-router-dom';

/** The route that the address names, with its points. */
export function useRoute() {
  const { routeId = '' } = useParams();
  return useApiQuery<RouteDetail>('main', `/route/${routeId}/`);
}
