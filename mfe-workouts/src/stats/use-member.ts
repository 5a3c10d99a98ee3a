import { useSession } from '@waymark/remote';
import { useSearchParams } from 'react-router-dom';

/** Whose figures a page shows: the member that `?user=` names, otherwise one's own. */
export function useMember(): { id: number; own: boolean } {
  const [params] = useSearchParams();
  const { userId } = useSession();
  const named = Number(params.get('user') ?? '');
  const id = Number.isSafeInteger(named) && named > 0 ? named : (userId ?? 0);
  return { id, own: id === userId };
}
