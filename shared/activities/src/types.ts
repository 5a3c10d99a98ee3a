/** A named kind of exercise. */
export interface ActivityType {
  id: number;
  /** English name. */
  name: string;
  parentId: number | null;
  /** The top of its tree; a root names itself. */
  rootId: number;
  /** Metabolic equivalent: energy per kilogram and hour against rest. */
  met: number;
  hasChildren: boolean;
}
