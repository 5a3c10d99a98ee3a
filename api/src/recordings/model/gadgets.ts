import type { ParsedFit } from 'fit-file-parser';

/** What took part in a recording beside the device that wrote the file. */
export type Gadget = 'foot_pod' | 'running_dynamics';

/** Names of sensors on a shoe, and of shoes with one inside. */
export const FOOT_POD =
  /\b(stryd|foot ?pod|milestone ?pod|runscribe|stride sensor|sdm4|runpod|npe runn|hovr|arion|nurvv)\b/i;

/** ANT+ says by number what a sensor is: 124 is one for stride, speed and distance. */
const STRIDE_SENSORS: ReadonlySet<unknown> = new Set([124, 'stride_speed_distance', 'footpod']);

type Described = {
  device_type?: unknown;
  source_type?: unknown;
  manufacturer?: unknown;
  product_name?: unknown;
};
type Session = NonNullable<ParsedFit['sessions']>[number];

/** A sensor on the foot among the devices that a FIT file lists. */
export function hasFootPod(devices: readonly object[] | undefined): boolean {
  return (devices ?? []).some((device: Described) => {
    const { device_type: type, source_type: source, manufacturer, product_name: product } = device;
    // The same number means another thing where it does not come by ANT+.
    if (
      STRIDE_SENSORS.has(type) &&
      (typeof type === 'string' || source === undefined || source === 'antplus')
    )
      return true;
    return FOOT_POD.test(
      `${typeof manufacturer === 'string' ? manufacturer : ''} ${typeof product === 'string' ? product : ''}`,
    );
  });
}

/** How the foot meets the ground was measured: by a strap, a pod or a watch that can. */
export const hasRunningDynamics = (session: Session): boolean =>
  (session.avg_vertical_oscillation ?? 0) > 0 || (session.avg_stance_time ?? 0) > 0;
