import { createI18n } from '@waymark/i18n';
import { beginAhead, type AheadPage } from '@waymark/remote/early/ahead';
import { type CreateMapView, lineBounds } from '@waymark/map';
import { METERS_PER_KILOMETER, METERS_PER_MILE, measurementSystemFor } from '@waymark/units';
import { keptType, sourceOf } from '../../map/map-types.ts';
import { createDraftAutosave, draftKey } from '../draft/draft-keeper.ts';
import { baseOf } from '../draft/draft-store.ts';
import { attachPlanner } from '../map/attach-planner.ts';
import { initialView } from '../map/initial-view.ts';
import { FIT_OPTIONS } from '../map/map-geometry.ts';
import { createPlanner, EMPTY_FORM } from '../store/create-planner.ts';
import { lastTravelMode } from '../store/tool-settings.ts';
import { type InstantPlannerView, createInstantPlannerView } from './instant-planner-view.ts';
import type { FoundDraft, Handover, InstantPlanner } from './handover.ts';
import './instant-planner.css';

/** Reads the draft that this browser keeps. */
async function findDraft(key: string): Promise<FoundDraft> {
  const keeper = createDraftAutosave(key);
  try {
    return { key, keeper, draft: await keeper.read(), isStorageRefused: false };
  } catch {
    return { key, keeper, draft: null, isStorageRefused: true };
  }
}

function makePlanner(
  { keeper, draft, isStorageRefused: refused }: FoundDraft,
  { session, locale }: AheadPage,
) {
  const i18n = createI18n(locale);
  const form = { ...EMPTY_FORM, ...(session.user && { privacy: session.user.default_privacy.route }) };
  const shared = { keeper: refused ? null : keeper, mode: lastTravelMode(), say: i18n._.bind(i18n) };
  if (!draft) return createPlanner({ ...shared, form, kept: !refused });
  return createPlanner({
    ...shared,
    history: draft.history,
    form: draft.form,
    base: baseOf(draft),
  });
}

/** Starts the planner of a new route with map and tools before the application has loaded. The page takes it over. */
export function startInstantPlanner(createMapView: CreateMapView): void {
  beginAhead(async (page) => {
    const { user } = page.session;
    if (!user) return;
    const key = draftKey(user.id, 'create', undefined);
    let taken = false;
    let ready: (InstantPlanner & { end: () => void }) | null = null;
    page.give({
      take(wanted) {
        taken = true;
        if (wanted === key) return ready;
        // Another member is signed in by now.
        ready?.end();
        return null;
      },
    } satisfies Handover);

    const system = measurementSystemFor({
      member: user.display_measurement_system,
      country: page.settings.country,
    });
    const finding = findDraft(key);
    const view: InstantPlannerView = createInstantPlannerView(page, system);
    page.show(view.element);
    const { center, zoom } = initialView(location.search);
    const map = createMapView(view.map.place, {
      source: sourceOf(page.settings, keptType()),
      system,
      label: view.map.label,
      role: 'application',
      center,
      zoom,
    });
    const found = await finding;
    if (taken) {
      found.keeper.stop();
      map.destroy();
      return;
    }
    const planner = makePlanner(found, page);
    const bounds = lineBounds(planner.get().whole.line);
    if (bounds) map.fit(bounds, { ...FIT_OPTIONS, animate: false });
    const detach = attachPlanner(map, planner, {
      unit: system === 'imperial' ? METERS_PER_MILE : METERS_PER_KILOMETER,
      // Menus, notes and messages come with the page.
      onMenu: () => {},
      onNote: () => {},
      onUnclearStreet: () => {},
    });
    const unbind = view.bind(planner, map);
    ready = {
      found,
      planner,
      map,
      pendingCommand: view.pendingCommand,
      handOver(app) {
        detach();
        unbind();
        page.join(app);
      },
      end() {
        detach();
        unbind();
        planner.destroy();
        found.keeper.stop();
        map.destroy();
      },
    };
    await map.idle();
    view.element.dataset['drawn'] = '';
    view.showFigures();
  });
}
