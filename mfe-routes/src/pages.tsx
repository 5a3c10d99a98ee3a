import { lazy } from 'react';
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

/** The pages of this remote; their addresses, and who may see them, stand in `waymark.json`: the build compares the two. */
export function App() {
  return (
    <Routes>
      <Route path="/routes" element={<LandingPage />} />
      <Route path="/routes/climb_information" element={<ClimbPage />} />
      <Route path="/routes/search" element={<SearchPage />} />
      <Route path="/routes/create" element={<PlannerPage task="create" />} />
      <Route path="/routes/edit/:routeId" element={<PlannerPage task="edit" />} />
      <Route path="/routes/copy/:routeId" element={<PlannerPage task="copy" />} />
      <Route path="/routes/view/:routeId" element={<ViewPage />} />
      <Route path="/routes/view/add_to_website/:routeId" element={<AddToWebsitePage />} />
      <Route path="/routes/print/:routeId" element={<PrintPage />} />
      <Route path="/routes/my_routes" element={<MyRoutesPage list="own" />} />
      <Route path="/routes/my_routes/bookmarks" element={<MyRoutesPage list="bookmarks" />} />
      <Route path="/mobile/:partner" element={<PartnerPage view="nearby" />} />
      <Route path="/mobile/:partner/details" element={<PartnerPage view="details" />} />
      <Route path="/mobile/:partner/location_error" element={<PartnerPage view="location-error" />} />
      <Route path="/mobile/:partner/not_found" element={<PartnerPage view="not-found" />} />
      <Route path="/:countryCode" element={<PlacesPage />} />
      <Route path="/:countryCode/:code" element={<PlacesPage />} />
    </Routes>
  );
}
