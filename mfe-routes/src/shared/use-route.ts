import type { RouteDetail } from '@waymark/api-contract';
import { routeCalls, type ClientCall } from '@waymark/api-contract/client';
import { useCall } from '@waymark/remote';
import { useParams } from 'react-router-dom';

/** A route with its points, which is what the call answers unless it is asked for less. */
export const routeDetail = routeCalls.one as ClientCall<{
  params: { id: number };
  query: { field_set?: 'detailed' };
  body: undefined;
  response: RouteDetail;
}>;

/** The route that the address names, with its points. */
export function useRoute() {
  const { routeId = '' } = useParams();
  return useCall(routeDetail, { params: { id: Number(routeId) } });
}
