import { RequireLogin } from '@waymark/remote';
import { lazy, type ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';

const LandingPage = lazy(() => import(/* webpackChunkName: "landing" */ './landing/landing-page.tsx'));
const ClimbPage = lazy(() => import(/* webpackChunkName: "climb" */ './climb/climb-page.tsx'));
const SearchPage = lazy(() => import(/* webpackChunkName: "search" */ './search/search-page.tsx'));
const PlannerPage = lazy(() => import(/* webpackChunkName: "planner" */ './planner/planner-page.tsx'));
const ViewPage = lazy(() => import(/* webpackChunkName: "view" */ './view/view-page.tsx'));
const AddToWebsitePage = lazy(
  () => import(/* webpackChunkName: "add-to-website" */ './add-to-website/add-to-website-page.tsx'),
);
const PrintPage = lazy(() => import(/* webpackChunkName: "print" */ './print/print-page.tsx'));
const MyRoutesPage = lazy(() => import(/* webpackChunkName: "my-routes" */ './my-routes/my-routes-page.tsx'));
const PlacesPage = lazy(() => import(/* webpackChunkName: "places" */ './places/places-page.tsx'));
const PartnerPage = lazy(() => import(/* webpackChunkName: "partners" */ './partners/partner-page.tsx'));

const members = (page: ReactNode) => <RequireLogin>{page}</RequireLogin>;

/** The pages of this remote; `waymark.json` names the same addresses for the host. */
export function App() {
  return (
    <Routes>
      <Route path="/routes" element={<LandingPage />} />
      <Route path="/routes/climb_information" element={<ClimbPage />} />
      <Route path="/routes/search" element={<SearchPage />} />
      <Route path="/routes/create" element={members(<PlannerPage task="create" />)} />
      <Route path="/routes/edit/:routeId" element={members(<PlannerPage task="edit" />)} />
      <Route path="/routes/copy/:routeId" element={members(<PlannerPage task="copy" />)} />
      <Route path="/routes/view/:routeId" element={<ViewPage />} />
      <Route path="/routes/view/add_to_website/:routeId" element={<AddToWebsitePage />} />
      <Route path="/routes/print/:routeId" element={<PrintPage />} />
      <Route path="/routes/my_routes" element={members(<MyRoutesPage list="own" />)} />
      <Route path="/routes/my_routes/bookmarks" element={members(<MyRoutesPage list="bookmarks" />)} />
      <Route path="/mobile/:section" element={<PartnerPage view="nearby" />} />
      <Route path="/mobile/:section/details" element={<PartnerPage view="details" />} />
      <Route path="/mobile/:section/location_error" element={<PartnerPage view="location-error" />} />
      <Route path="/mobile/:section/not_found" element={<PartnerPage view="not-found" />} />
      <Route path="/:countryCode" element={<PlacesPage />} />
      <Route path="/:countryCode/:code" element={<PlacesPage />} />
    </Routes>
  );
}
