const ID = 'waymark-development-problem';
const LOOK: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  inset: 'auto 0 0 0',
  zIndex: '2147483647',
  maxHeight: '50vh',
  overflow: 'auto',
  margin: '0',
  padding: '12px 16px',
  background: '#2b1210',
  color: '#ffd9d3',
  font: '13px/1.5 ui-monospace, monospace',
  whiteSpace: 'pre-wrap',
};

/** Shows at the foot of the page what does not compile; null takes it away. */
export function showProblem(state: { name: string; problem: string | null } | null): void {
  const shown = document.getElementById(ID);
  if (!state) return shown?.remove();
  const bar = shown ?? document.createElement('pre');
  bar.id = ID;
  bar.setAttribute('role', 'status');
  bar.textContent = `${state.name}: ${state.problem}`;
  Object.assign(bar.style, LOOK);
  document.body.append(bar);
}
