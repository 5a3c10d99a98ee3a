import type { RouteDetail } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepLinkKey } from '@waymark/api-contract/link-key';
import { usePageTitle } from '@waymark/remote';
import { Box, Button, Checkbox, Flex, PrintIcon, Skeleton } from '@waymark/ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useRoute } from '../shared/use-route.ts';
import { RouteMissing } from '../view/route-missing.tsx';
import type { Part } from './paper-route.tsx';
import './print.css';

/** What can be printed of a route. */
const PARTS = ['map', 'heights', 'cues', 'description'] as const satisfies readonly Part[];

const PaperRoute = lazy(() => import(/* webpackChunkName: "paper" */ './paper-route.tsx'));

/** A route for paper: map, heights and cue sheet, as much of it as is wanted. */
export default function PrintPage() {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useRoute();
  usePageTitle(data ? t`Print ${data.name}` : t`Print a route`);
  usePaper();
  if (data) return <Printing key={data.id} route={data} />;
  if (error) return <RouteMissing error={error} busy={isFetching} retry={() => void refetch()} />;
  return (
    <Box className="wm-print" role="status" aria-label={t`Loading the route`}>
      <Skeleton height="48px" />
      <Skeleton height="116mm" />
    </Box>
  );
}

/** Paper is light, whatever the page was; what is seen is what is printed. */
function usePaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset['theme'];
    dataset['theme'] = 'light';
    return () => {
      if (before === undefined) delete dataset['theme'];
      else dataset['theme'] = before;
    };
  }, []);
}

function Printing({ route }: { route: RouteDetail }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<ReadonlySet<Part>>(() => new Set(PARTS));
  const names: Record<Part, string> = {
    map: t`Map`,
    heights: t`Elevation profile`,
    cues: t`Cue sheet`,
    description: t`Description`,
  };
  const toggle = (part: Part, on: boolean) =>
    setShown(new Set(PARTS.filter((one) => (one === part ? on : shown.has(one)))));
  const offered = PARTS.filter((part) => part !== 'description' || route.description);
  return (
    <Box w="100%">
      <Flex
        data-print="hide"
        role="group"
        aria-label={t`What to print`}
        wrap="wrap"
        align="center"
        columnGap={5}
        rowGap={2}
        pb={4}
        mb={5}
        borderBottom="hairline"
        className="wm-print"
      >
        {offered.map((part) => (
          <Checkbox
            key={part}
            label={names[part]}
            checked={shown.has(part)}
            onChange={(on) => toggle(part, on)}
          />
        ))}
        <Flex gap={2} ms={{ md: 'auto' }}>
          <Button size="sm" href={keepLinkKey(`/routes/view/${route.id}`)}>
            <Trans>Back to the route</Trans>
          </Button>
          <Button size="sm" variant="primary" icon={<PrintIcon />} onClick={() => print()}>
            <Trans>Print</Trans>
          </Button>
        </Flex>
      </Flex>
      <Suspense fallback={<Skeleton height="116mm" />}>
        <PaperRoute route={route} shown={shown} />
      </Suspense>
    </Box>
  );
}
