import { Trans, useLingui } from '@lingui/react/macro';
import { readLocal, writeLocal } from '@waymark/api-contract/browser-storage';
import { Box, Button, ChevronDownIcon, ChevronUpIcon, Flex, useViewport } from '@waymark/ui';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { FiguresBar } from './figures-bar.tsx';
import type { Planner, PlannerState } from '../planner.ts';
import { useDeferredPlanner, usePlanner } from '../store/use-planner.ts';

// A route without a leg has no profile yet.
const TiedProfile = lazy(() =>
  import(/* webpackChunkName: "planner-profile" */ '../../profile/profile.tsx').then((module) => ({
    default: module.ElevationProfile,
  })),
);

/** Figures, and the elevation profile below them, which can be closed. */
export function ProfileSheet({ planner, actions }: { planner: Planner; actions: ReactNode }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(() => readLocal('waymark.planner_profile') !== 'closed');
  const drawn = usePlanner(planner, (state) => state.plan.segments.length > 0);
  const toggle = () => {
    setOpen(!open);
    writeLocal('waymark.planner_profile', open ? 'closed' : 'open');
  };
  return (
    <Box as="section" aria-label={t`Figures and profile`} bg="paper" borderTop="hairline" minW={0}>
      <Flex align="center" justify="space-between" gap={3} px={{ base: 3, md: 4 }} py={1}>
        <FiguresBar planner={planner} />
        <Flex gap={2} align="center" flex="none">
          <Button
            size="sm"
            variant="quiet"
            aria-expanded={open}
            icon={open ? <ChevronDownIcon /> : <ChevronUpIcon />}
            onClick={toggle}
          >
            <Box as="span" hideBelow="md">
              <Trans>Profile</Trans>
            </Box>
            <Box as="span" hideFrom="md" className="visually-hidden">
              <Trans>Profile</Trans>
            </Box>
          </Button>
          <Flex hideBelow="md" gap={2}>
            {actions}
          </Flex>
        </Flex>
      </Flex>
      {/* As high before anything is drawn: the map would move away under the second click. */}
      {open && (
        <Box px={{ base: 3, md: 4 }} pb={2} h={{ base: '104px', md: '140px' }} overflow="hidden">
          {drawn ? (
            <Suspense>
              <CourseProfile planner={planner} />
            </Suspense>
          ) : (
            <Flex
              h="100%"
              align="center"
              justify="center"
              bg="sunken"
              color="muted"
              borderRadius="md"
              fontSize="sm"
            >
              <Trans>Add two points to see the elevation profile.</Trans>
            </Flex>
          )}
        </Box>
      )}
    </Box>
  );
}

const wholeOf = ({ whole }: PlannerState) => whole;

/** The elevation profile of the drawn course. It shares cursor and selected range with the map. */
function CourseProfile({ planner }: { planner: Planner }) {
  const { t } = useLingui();
  const { isMobile } = useViewport();
  const [whole] = useDeferredPlanner(planner, wholeOf);
  return (
    <TiedProfile
      whole={whole}
      focus={planner}
      label={t`Elevation profile of the route`}
      height={isMobile ? 96 : 128}
      bare
    />
  );
}
