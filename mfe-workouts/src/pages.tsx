import type { RemotePages } from '@waymark/remote';
import { lazy } from 'react';

const DashboardPage = lazy(
  () => import(/* webpackChunkName: "dashboard" */ './dashboard/dashboard-page.tsx'),
);
const LogPage = lazy(() => import(/* webpackChunkName: "log" */ './log/log-page.tsx'));
const EditPage = lazy(() => import(/* webpackChunkName: "log-edit" */ './log/edit-page.tsx'));
const CopyPage = lazy(() => import(/* webpackChunkName: "log-edit" */ './log/copy-page.tsx'));
const CutPage = lazy(() => import(/* webpackChunkName: "cut" */ './cut/cut-page.tsx'));
const ImportPage = lazy(() => import(/* webpackChunkName: "import" */ './import/import-page.tsx'));
const DetailsPage = lazy(() => import(/* webpackChunkName: "details" */ './details/details-page.tsx'));
const StatsPage = lazy(() => import(/* webpackChunkName: "stats" */ './stats/stats-page.tsx'));
const AllWorkoutsPage = lazy(
  () => import(/* webpackChunkName: "all-workouts" */ './all-workouts/all-workouts-page.tsx'),
);
const LifetimePage = lazy(() => import(/* webpackChunkName: "lifetime" */ './lifetime/lifetime-page.tsx'));
const HeatMapPage = lazy(() => import(/* webpackChunkName: "heat-map" */ './heat-map/heat-map-page.tsx'));
const PrivacyZonesPage = lazy(
  () => import(/* webpackChunkName: "privacy-zones" */ './privacy-zones/privacy-zones-page.tsx'),
);
const ComparePage = lazy(() => import(/* webpackChunkName: "compare" */ './compare/compare-page.tsx'));

/** The pages of this remote by their names in `waymark.json`, where their addresses and guards stand. */
export const pages: RemotePages = {
  dashboard: <DashboardPage />,
  log: <LogPage />,
  import: <ImportPage />,
  'edit-workout': <EditPage />,
  'copy-workout': <CopyPage />,
  cut: <CutPage />,
  stats: <StatsPage />,
  'mobile-stats': <StatsPage bare />,
  'all-workouts': <AllWorkoutsPage />,
  lifetime: <LifetimePage />,
  'heat-map': <HeatMapPage />,
  'privacy-zones': <PrivacyZonesPage />,
  compare: <ComparePage />,
  details: <DetailsPage />,
};
