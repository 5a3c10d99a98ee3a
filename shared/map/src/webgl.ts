/** Whether the browser has WebGL 2, which MapLibre needs. */
export function isWebGlAvailable(): boolean {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
