import { scaleAt, worldX, worldY } from './plane/plane.ts';
import { outline } from './zone-map.ts';

it('the edge of a zone is its radius away on the ground, near the poles too', () => {
  for (const lat of [0, 52, 78]) {
    const ring = outline({ lat, lng: 21, radius: 500 });
    const metersPerPixel = (40_075_016.7 / scaleAt(15)) * Math.cos((lat * Math.PI) / 180);
    for (let i = 0; i < ring.length; i += 2) {
      const away = Math.hypot(worldX(ring[i]!) - worldX(21), worldY(ring[i + 1]!) - worldY(lat));
      expect(Math.abs(away * scaleAt(15) * metersPerPixel - 500)).toBeLessThan(3);
    }
  }
});
