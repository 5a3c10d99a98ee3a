import type { ImportGraph } from './graph.ts';

/** Files and folders of one folder that import each other in a circle. */
interface ImportCycle {
  /** The folder that holds them. */
  folder: string;
  /** Names of the members inside it, sorted. */
  members: string[];
  /** One import for each step of a shortest way round: `a/x.ts -> b/y.ts`. */
  steps: string[];
}

type Edges = Map<string, Map<string, string>>;

/**
 * Finds circles between the entries of each folder: an import counts for the two entries, files or folders,
 * that stand side by side in the deepest folder that both files share.
 */
function findImportCycles(graph: ImportGraph): ImportCycle[] {
  const edgesByFolder = new Map<string, Edges>();
  for (const [file, imports] of graph)
    for (const target of imports) {
      const { folder, from, to } = splitAtSharedFolder(file, target);
      if (from === to) continue;
      const edges = edgesByFolder.get(folder) ?? new Map<string, Map<string, string>>();
      edgesByFolder.set(folder, edges);
      const targets = edges.get(from) ?? new Map<string, string>();
      edges.set(from, targets);
      if (!targets.has(to)) targets.set(to, `${file} -> ${target}`);
    }
  return [...edgesByFolder].flatMap(([folder, edges]) =>
    stronglyConnected(edges).map((members) => ({ folder, members, steps: shortestCycle(edges, members) })),
  );
}

function splitAtSharedFolder(file: string, target: string) {
  const a = file.split('/');
  const b = target.split('/');
  let depth = 0;
  while (depth < a.length - 1 && depth < b.length - 1 && a[depth] === b[depth]) depth++;
  return { folder: a.slice(0, depth).join('/'), from: a[depth] ?? '', to: b[depth] ?? '' };
}

/** Tarjan's algorithm; only components of two members and more. */
function stronglyConnected(edges: Edges): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    const own = index.size;
    index.set(node, own);
    low.set(node, own);
    stack.push(node);
    for (const next of edges.get(node)?.keys() ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== own) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) found.push(component.sort());
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}

function shortestCycle(edges: Edges, members: string[]): string[] {
  const start = members[0] ?? '';
  const queue: { node: string; steps: string[] }[] = [{ node: start, steps: [] }];
  const seen = new Set<string>();
  for (let at = queue.shift(); at; at = queue.shift())
    for (const [next, example] of edges.get(at.node) ?? []) {
      const steps = [...at.steps, example];
      if (next === start) return steps;
      if (!members.includes(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push({ node: next, steps });
    }
  return [];
}

/** Tests and their helpers are left out: nothing of the product imports them. */
export const isTestCode = (file: string): boolean =>
  /\.test\.tsx?$|\.test-helper\.tsx?$|\/testing\/|\/testing\.tsx?$|\/test-[\w-]+\.tsx?$|\.d\.ts$/.test(file);

/** Folders named `shared` or `kernel` lie below the folders beside them: those import them, never the other way round. */
function importsOutOfLowerFolders(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imports]) => {
    const [, parent, lower] = /^((?:mfe-[^/]+|host|api)\/src(?:\/.+?)?)\/(shared|kernel)\//.exec(file) ?? [];
    if (parent === undefined || lower === undefined) return [];
    const isBeside = (target: string) =>
      target.startsWith(`${parent}/`) && !target.startsWith(`${parent}/${lower}/`);
    return imports
      .filter((target) => isBeside(target))
      .map((target) => `${file} imports ${target} upwards; what ${lower} needs moves into ${lower}.`);
  });
}

/** @returns a line for each circle, and for each import out of a folder that lies below the ones beside it */
export function checkCycles(graph: ImportGraph): string[] {
  const product = new Map(
    [...graph]
      .filter(([file]) => !isTestCode(file))
      .map(([file, imports]) => [file, imports.filter((target) => !isTestCode(target))]),
  );
  const cycles = findImportCycles(product).map(
    ({ folder, members, steps }) =>
      `${folder}: ${members.join(', ')} import each other in a circle (${steps.join('; ')}); move what both need below them, or pass it in.`,
  );
  return [...cycles, ...importsOutOfLowerFolders(product)];
}
