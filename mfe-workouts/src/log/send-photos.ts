/** Hands chosen photos over to the queue of a workout that is there now. Its page shows how far they are, and what failed. */
export async function sendPhotos(workoutId: number, files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const { photoUploads } = await import(/* webpackChunkName: "log-more" */ './photo-picks.tsx');
  photoUploads(workoutId).add(files);
}
