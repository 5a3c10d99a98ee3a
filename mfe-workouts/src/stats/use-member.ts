import { useSession } from '@waymark/remote';
import { useSearchParams } from 'react-router-dom';

/** Whose figures a page shows: the member that `?user=` names, otherwise one's own. */
export function useMember(): { id: number; own: boolean } {
  const [params] = useSearchParams();
  const { userId } = useSession();
  const named = Number(/^\d{1,9}$/.exec(params.get('user') ?? '')?.[0]);
  const id = named || (userId ?? 0);
  return { id, own: id === userId };
}
