import { callPath, type Endpoint } from '@waymark/api-contract/client';
import { keepLinkKey } from '@waymark/api-contract/link-key';
import { takeStarted } from '@waymark/contract/early';

/**
 * Makes a GET call for bytes while an early view is drawn, as the member, or takes what the page asked for already. Null
 * where it has no good answer, or none was reached.
 */
export async function fetchBytes(call: Endpoint, params: object): Promise<ArrayBuffer | null> {
  const view = window.waymark?.earlyView;
  if (!view) return null;
  const url = keepLinkKey(view.services[call.service] + callPath(call, params));
  const answer = await (takeStarted(url) ?? view.ask(url)).catch(() => null);
  return answer?.ok ? answer.arrayBuffer().catch(() => null) : null;
}
