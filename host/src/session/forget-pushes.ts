const LONGEST_MS = 2000;

/**
 * Ends the notifications of this browser when its member signs out. The API ends them with the session as well; this
 * also tells the push service. Never fails, and keeps nobody waiting.
 */
export async function forgetPushes(window: Window): Promise<void> {
  // Absent where the page has no secure context, and in some private windows.
  const workers = window.navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const unsubscribe = async () => {
    const registration = await workers?.getRegistration('/');
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  };
  await Promise.race([
    unsubscribe().catch(() => {}),
    new Promise<void>((resolve) => void window.setTimeout(resolve, LONGEST_MS)),
  ]);
}
