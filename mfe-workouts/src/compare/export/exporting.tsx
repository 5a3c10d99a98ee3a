import type { Workout } from '@waymark/api-contract';
import { useAfterPaint, useChunk } from '../../details/recording/use-chunk.ts';

const loadMenu = () => import(/* webpackChunkName: "export" */ './export-menu.tsx');

/** 'Export' of a workout's page comes after the first picture. */
export function Exporting({ workout }: { workout: Workout }) {
  const { module } = useChunk(loadMenu, useAfterPaint());
  return module ? <module.ExportMenu workout={workout} /> : null;
}
