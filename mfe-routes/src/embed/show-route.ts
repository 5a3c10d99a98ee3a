import { msg } from '@lingui/core/macro';
import type { RouteDetail } from '@waymark/api-contract';
import { keepLinkKey } from '@waymark/api-contract/link-key';
import type { StandaloneData } from '@waymark/remote/standalone';
import { el } from '@waymark/remote/early/elements';
import { decodePlan, type Plan, planLine, type PlanLine } from '@waymark/routes';
import { formatDistance, formatElevation, type Shown } from '@waymark/units';
import { createFocus, type ProfileFocus } from '../profile/profile-focus.ts';
import { heightsOf } from '../profile/heights.ts';
import { createProfileView } from '../profile/profile-view.ts';
import { estimatedTime } from '../shared/estimated-time.ts';
import { askedHeights, type Loaded, loadRoute } from './load-route.ts';
import { type EmbedOptions, readEmbedOptions, profileTexts } from './embed-options.ts';
import { showEmbeddedMap } from './embedded-map.ts';

const PROFILE_PIXELS = 112;

/** The whole embedded page: asks for the route that the address names and shows it, or says why not. */
export function showRoute(data: StandaloneData, page: HTMLElement): void {
  const options = readEmbedOptions(data, location.search);
  if (options.theme) document.documentElement.dataset['theme'] = options.theme;
  const id = /\/routes\/view\/embedded\/([^/]+)/.exec(location.pathname)?.[1] ?? '';
  const load = async () => {
    page.replaceChildren(
      el('div', { class: 'wm-embed__message', role: 'status' }, options.text(msg`Loading the route`)),
    );
    const loaded = await loadRoute(data, id);
    page.replaceChildren();
    if (typeof loaded === 'object') drawRoutePage(page, loaded, data, options);
    else page.append(problem(loaded, data, options, () => void load()));
  };
  void load();
}

function problem(
  why: Exclude<Loaded, RouteDetail>,
  { siteName }: StandaloneData,
  { text }: EmbedOptions,
  again: () => void,
): HTMLElement {
  const says = {
    gone: msg`This route is not public any more.`,
    offline: msg`You’re offline. The route loads once you’re connected.`,
    failed: msg`We couldn’t load the route.`,
  }[why];
  document.title = siteName;
  const box = el('main', { class: 'wm-embed__message' }, el('p', { role: 'alert' }, text(says)));
  if (why === 'gone') {
    box.append(outside('/routes', text(msg`Browse other routes on ${siteName}`)));
    return box;
  }
  const button = el(
    'button',
    { type: 'button', class: 'wm-button', 'data-variant': 'outline' },
    text(msg`Try again`),
  );
  button.addEventListener('click', again);
  if (why === 'offline') addEventListener('online', again, { once: true });
  box.append(button);
  return box;
}

/** The frame stays where it is: links open beside it. */
const outside = (href: string, text: string): HTMLElement =>
  el('a', { href, target: '_blank', rel: 'noopener', class: 'wm-link' }, text);

function drawRoutePage(page: HTMLElement, route: RouteDetail, data: StandaloneData, options: EmbedOptions) {
  const { text, system, locale } = options;
  const plan = decodePlan(route.points);
  const whole = planLine(plan);
  const focus = createFocus();
  document.title = `${route.name} · ${data.siteName}`;
  const href = keepLinkKey(`/routes/view/${route.id}`);
  const title = el('a', { href, target: '_blank', rel: 'noopener' }, route.name);
  const climb = (metres: number | null) => formatElevation(metres, system, { locale });
  const map = el('div', { class: 'wm-embed__map' });
  const profile = plan.segments.length > 0 ? el('div', { class: 'wm-embed__profile' }) : null;
  page.append(
    el(
      'main',
      { class: 'wm-embed', 'aria-label': route.name },
      el(
        'header',
        {},
        el('h1', { title: route.name }, title),
        el(
          'dl',
          {},
          figure(text(msg`Distance`), formatDistance(route.distance, system, { locale })),
          route.ascent === null ? null : figure(text(msg`Ascent`), climb(route.ascent)),
          route.descent === null ? null : figure(text(msg`Descent`), climb(route.descent)),
          figure(text(msg`Estimated time`), { value: estimatedTime(route), unit: '' }),
        ),
      ),
      map,
      profile,
      el(
        'footer',
        {},
        el('span', {}, text(msg`by ${route.user.display_name}`)),
        el('a', { href, target: '_blank', rel: 'noopener' }, text(msg`Open on ${data.siteName}`)),
      ),
    ),
  );
  showEmbeddedMap(map, { route, plan, whole, focus, data, options });
  if (profile) void showHeights(profile, { name: route.name, plan, whole, focus, data, options });
}

interface HighCourse {
  name: string;
  plan: Plan;
  whole: PlanLine;
  focus: ProfileFocus;
  data: StandaloneData;
  options: EmbedOptions;
}

/** Heights that were not saved are asked for; the box keeps their room as long as nobody has answered. */
async function showHeights(box: HTMLElement, { name, plan, whole, focus, data, options }: HighCourse) {
  box.style.height = `${PROFILE_PIXELS}px`;
  const high = whole.elevation
    ? whole
    : { ...whole, elevation: await askedHeights(data, plan.segments).catch(() => null) };
  const heights = heightsOf(high);
  const { text, system, locale } = options;
  if (!heights) return box.remove();
  createProfileView(box, {
    heights,
    focus,
    texts: profileTexts(text, name),
    height: PROFILE_PIXELS,
    system,
    locale,
  });
}

const figure = (label: string, { value, unit }: Shown): HTMLElement =>
  el(
    'div',
    {},
    el('dt', {}, label),
    el(
      'dd',
      { class: 'wm-figure', 'data-size': 'sm' },
      value,
      unit && '\u00a0',
      unit && el('span', { class: 'wm-figure__unit' }, unit),
    ),
  );
