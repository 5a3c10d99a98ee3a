import type { Browser } from '@playwright/test';
import { LoginResponse, SERVICE_BASES, WorkoutList } from '@waymark/api-contract';
import { DEMO } from '../../product/demo.ts';
import type { State } from './visit.ts';

/** Signs the demo member in as a browser does. @returns its cookies, and the address of a workout with a track */
export async function signIn(browser: Browser, site: string): Promise<{ state: State; workout: string }> {
  const context = await browser.newContext();
  try {
    const headers = { 'x-requested-with': 'waymark', origin: site };
    const answer = await context.request.post(`${site}${SERVICE_BASES.auth}/login`, { data: DEMO, headers });
    if (!answer.ok()) throw new Error(`The demo member was not signed in: ${await answer.text()}`);
    const { authToken } = LoginResponse.parse(await answer.json());
    const list = await context.request.get(`${site}${SERVICE_BASES.main}/workout/?limit=20`, {
      headers: { ...headers, authorization: `Bearer ${authToken}` },
    });
    const { workouts } = WorkoutList.parse(await list.json())._embedded;
    const recorded = workouts.find(({ has_time_series: has, leg_count: legs }) => has && legs === 0);
    if (!recorded) throw new Error('The demo member has no workout with a track.');
    return { state: await context.storageState(), workout: `/workout/${recorded.id}/` };
  } finally {
    await context.close();
  }
}
