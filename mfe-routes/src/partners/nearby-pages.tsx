import { useSearchParams } from 'react-router-dom';
import { ListPages } from '../list/list-pages.tsx';
import { type Neighbours, type PageLink, stateOf } from '../list/use-route-list.ts';

interface NearbyPagesProps extends Neighbours {
  from: number;
  shown: number;
  total: number;
}

/** The ways to the routes that are nearer and farther away; which ones are shown is in the address. */
export default function NearbyPages(props: NearbyPagesProps) {
  const [search, setSearch] = useSearchParams();
  const go = (link: PageLink) => {
    search.set('from', String(link.from));
    setSearch(search, { state: stateOf(link) });
    scrollTo({ top: 0 });
  };
  return <ListPages {...props} onPage={go} />;
}
