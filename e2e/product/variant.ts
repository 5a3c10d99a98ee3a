import type { Page } from '@playwright/test';

/** The two libraries that draw maps. */
export type Variant = 'openlayers' | 'maplibre';
export const VARIANTS: readonly Variant[] = ['openlayers', 'maplibre'];

/** Puts the visitor into a variant of the rollout, as the server would: it says so in each page that it sends. */
export async function take(page: Page, variant: Variant): Promise<void> {
  if (variant === 'openlayers') return;
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const join = (...parts: string[]) => parts.filter(Boolean).join(',');
    const body = (await response.text())
      .replace(
        /"rollouts":\[([^\]]*)\]/,
        (_, others: string) =>
          `"rollouts":[${join('{"rollout_name":"mapping","variant_name":"maplibre"}', others)}]`,
      )
      // Pages that stand alone have them by name.
      .replace(
        /"rollouts":\{([^}]*)\}/,
        (_, others: string) => `"rollouts":{${join('"mapping":"maplibre"', others)}}`,
      );
    return route.fulfill({ response, body: await withScriptOf(page, body, response.url()) });
  });
}

/** What runs ahead of the application brings the library of the variant. */
async function withScriptOf(page: Page, html: string, address: string): Promise<string> {
  const found = /src="([^"]*\/)planner-instant-planner-openlayers[^"]*" integrity="[^"]*"/.exec(html);
  if (!found) return html;
  const [whole, base] = found;
  const answer = await page.request.get(new URL(`${base}manifest.json`, address).href);
  const { early, files } = (await answer.json()) as {
    early: Record<string, string>;
    files: { path: string; integrity: string }[];
  };
  const file = files.find(({ path }) => path === early['planner/instant-planner/maplibre'])!;
  return html.replace(whole, `src="${base}${file.path}" integrity="${file.integrity}"`);
}
