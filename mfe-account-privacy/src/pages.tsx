import type { RemotePages } from '@waymark/remote';
import { lazy } from 'react';

const AccountPage = lazy(() => import(/* webpackChunkName: "account" */ './account/account-page.tsx'));
const ProfilePage = lazy(() => import(/* webpackChunkName: "profile" */ './profile/profile-page.tsx'));
const SettingsPage = lazy(() => import(/* webpackChunkName: "settings" */ './settings/settings-page.tsx'));
const ZonesPage = lazy(() => import(/* webpackChunkName: "zones" */ './zones/zones-page.tsx'));
const GearPage = lazy(() => import(/* webpackChunkName: "gear" */ './gear/gear-page.tsx'));
const LoyaltyPage = lazy(() => import(/* webpackChunkName: "loyalty" */ './loyalty/loyalty-page.tsx'));
const ManagePage = lazy(() => import(/* webpackChunkName: "privacy" */ './privacy/manage-page.tsx'));
const ConsentsPage = lazy(() => import(/* webpackChunkName: "privacy" */ './privacy/consents-page.tsx'));
const EditConsentsPage = lazy(() => import(/* webpackChunkName: "privacy" */ './privacy/edit-page.tsx'));
const DeclinePage = lazy(() => import(/* webpackChunkName: "privacy" */ './privacy/decline-page.tsx'));
const HelpPage = lazy(() => import(/* webpackChunkName: "help" */ './help/help-page.tsx'));
const LegalPage = lazy(() => import(/* webpackChunkName: "legal" */ './legal/legal-page.tsx'));
const SecurityPage = lazy(() => import(/* webpackChunkName: "security" */ './security/security-page.tsx'));
const EmailChangePage = lazy(
  () => import(/* webpackChunkName: "email-change" */ './email-change/email-change-page.tsx'),
);
const ConnectedAppsPage = lazy(
  () => import(/* webpackChunkName: "connected-apps" */ './connected-apps/connected-apps-page.tsx'),
);
const ToConnectedApps = lazy(
  () => import(/* webpackChunkName: "to-connected-apps" */ './redirect/to-connected-apps.tsx'),
);
const DeveloperPage = lazy(
  () => import(/* webpackChunkName: "developer" */ './developer/developer-page.tsx'),
);
const DataPage = lazy(() => import(/* webpackChunkName: "data" */ './data-export/data-page.tsx'));
const DeletePage = lazy(() => import(/* webpackChunkName: "delete" */ './deletion/delete-page.tsx'));
const CancelDeletionPage = lazy(
  () => import(/* webpackChunkName: "cancel-deletion" */ './deletion/cancel-deletion-page.tsx'),
);

/** The pages of this remote by their names in `waymark.json`, where their addresses and guards stand. */
export const pages: RemotePages = {
  account: <AccountPage />,
  profile: <ProfilePage />,
  settings: <SettingsPage />,
  zones: <ZonesPage />,
  gear: <GearPage />,
  loyalty: <LoyaltyPage />,
  security: <SecurityPage />,
  'confirm-email-change': <EmailChangePage kind="confirm" />,
  'undo-email-change': <EmailChangePage kind="undo" />,
  'connected-apps': <ConnectedAppsPage />,
  'to-connected-apps': <ToConnectedApps />,
  developer: <DeveloperPage />,
  data: <DataPage />,
  delete: <DeletePage />,
  'cancel-deletion': <CancelDeletionPage />,
  manage: <ManagePage />,
  consents: <ConsentsPage />,
  'consents-edit': <EditConsentsPage />,
  'consents-decline': <DeclinePage />,
  help: <HelpPage />,
  legal: <LegalPage />,
};
