import { gearCalls } from '@waymark/api-contract/client';
import { useCall, useSend } from '@waymark/remote';

/** The member's gear, in use first. */
export const useGear = () => useCall(gearCalls.list, {}, { staleTime: 60_000 });

/** Adds gear; the list is fetched anew. */
export const useAddGear = () => useSend(gearCalls.create, { keepKey: true });
