import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';

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
const LifetimePage = lazy(() => import(/* webpackChunkName: "lifetime" */ './lifetime/lifetime-page.tsx'));
const HeatMapPage = lazy(() => import(/* webpackChunkName: "heat-map" */ './heat-map/heat-map-page.tsx'));
const PrivacyZonesPage = lazy(
  () => import(/* webpackChunkName: "privacy-zones" */ './privacy-zones/privacy-zones-page.tsx'),
);
const ComparePage = lazy(() => import(/* webpackChunkName: "compare" */ './compare/compare-page.tsx'));

/** The pages of this remote; their addresses, and who may see them, stand in `waymark.json`: the build compares the two. */
export function App() {
  return (
    <Routes>
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/profile/:userId/dashboard" element={<DashboardPage />} />
      <Route path="/workout/create" element={<LogPage />} />
      <Route path="/workout/import" element={<ImportPage />} />
      <Route path="/workout/edit/:workoutId" element={<EditPage />} />
      <Route path="/workout/copy/:workoutId" element={<CopyPage />} />
      <Route path="/workout/cut/:workoutId" element={<CutPage />} />
      <Route path="/workout/stats" element={<StatsPage />} />
      <Route path="/mobile/workout/stats" element={<StatsPage bare />} />
      <Route path="/workouts/dashboard/lifetime" element={<LifetimePage />} />
      <Route path="/workouts/dashboard/map" element={<HeatMapPage />} />
      <Route path="/workouts/privacy_zones" element={<PrivacyZonesPage />} />
      <Route path="/workout/compare" element={<ComparePage />} />
      <Route path="/workout/:workoutId" element={<DetailsPage />} />
    </Routes>
  );
}
