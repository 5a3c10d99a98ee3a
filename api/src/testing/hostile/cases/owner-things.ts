import { SERVICE_BASES } from '@waymark/api-contract';
import { log } from '../../../training/workouts/testing.ts';
import type { Owner } from '../world.ts';
import type { CaseRequest } from '../operation-case.ts';

export const MAIN = SERVICE_BASES.main;
export const byId = (id: number, watch?: string): CaseRequest => ({
  params: { id },
  ...(watch && { watch }),
});
export const ofRecorded = ({ recorded }: Owner) => byId(recorded.id);
export const ofUser = ({ member }: Owner) => byId(member.userId);
/** A new thing for a call that changes it. */
export const newWorkout = async ({ call, marker }: Owner) => {
  const { id } = await log(call, { name: marker });
  return byId(id, `/workout/${id}/`);
};
export const created = async (owner: Owner, collection: string, body: unknown) => {
  const answer = await owner.call<{ id: number }>('POST', collection, body);
  if (answer.status !== 201) throw new Error(`${collection}: ${answer.status} ${answer.text}`);
  return byId(answer.body.id, collection);
};
export const deleted = async (owner: Owner, { params, ...rest }: CaseRequest, where: string) => {
  await owner.call('DELETE', where.replace(':id', String(params!['id'])));
  return { params: params!, ...rest };
};
export const signedImage = ({ photo }: Owner): CaseRequest => {
  const url = new URL(photo.urls!.small, 'http://x');
  return { params: { id: photo.id, size: 'small' }, query: Object.fromEntries(url.searchParams) };
};
