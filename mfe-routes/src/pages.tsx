import type { RemotePages } from '@waymark/remote';
import { lazy } from 'react';

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

/** The pages of this remote by their names in `waymark.json`, where their addresses and guards stand. */
export const pages: RemotePages = {
  landing: <LandingPage />,
  climb: <ClimbPage />,
  search: <SearchPage />,
  'create-route': <PlannerPage task="create" />,
  'edit-route': <PlannerPage task="edit" />,
  'copy-route': <PlannerPage task="copy" />,
  view: <ViewPage />,
  'add-to-website': <AddToWebsitePage />,
  print: <PrintPage />,
  'own-routes': <MyRoutesPage list="own" />,
  'bookmarked-routes': <MyRoutesPage list="bookmarks" />,
  'partner-nearby': <PartnerPage view="nearby" />,
  'partner-details': <PartnerPage view="details" />,
  'partner-location-error': <PartnerPage view="location-error" />,
  'partner-not-found': <PartnerPage view="not-found" />,
  places: <PlacesPage />,
};
