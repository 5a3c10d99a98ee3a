import { useLingui } from '@lingui/react/macro';
import { contactCalls } from '@waymark/api-contract/client';
import { call, notify } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';

/** A member as menus and messages name them. */
export interface NamedMember {
  id: number;
  name: string;
}

/** How calls that quieten or end contact say with whom. */
export const contactLink = (id: number) => ({
  _links: { user: [{ href: `/v7.1/user/${id}/`, id: String(id) }] },
});

/** Keeps what members share out of the own feed, for some days or until it is taken back. */
export function useMute() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const fail = (error: unknown) =>
    void notify({
      kind: 'error',
      text: failureText(error, t`That didn’t work. Nothing was changed; try again.`),
    });

  async function unmute({ id, name }: NamedMember): Promise<void> {
    try {
      await call(contactCalls.unmute, { params: { id } });
      notify({ kind: 'success', text: t`${name} is back in your feed.` });
    } catch (error) {
      fail(error);
    }
  }

  async function mute(member: NamedMember, days?: 7 | 30): Promise<void> {
    try {
      await call(contactCalls.mute, { body: { ...contactLink(member.id), ...(days && { days }) } });
      notify({
        kind: 'success',
        text: t`You won’t see ${member.name} in your feed.`,
        action: { label: t`Undo`, run: () => void unmute(member) },
      });
    } catch (error) {
      fail(error);
    }
  }

  return { mute, unmute };
}
