import { createCrop, cropSide, moveCrop, zoomCrop } from './crop.ts';

const WIDE = { width: 400, height: 200 };

it('[ACCT-01] a crop starts as the largest square in the middle', () => {
  const crop = createCrop(WIDE);
  expect([crop.x, crop.y, cropSide(crop, WIDE)]).toEqual([200, 100, 200]);
});

it('[ACCT-01] a crop moves by shares of its side and never leaves the picture', () => {
  const crop = createCrop(WIDE);
  expect(moveCrop(crop, WIDE, 0.1, 0)).toMatchObject({ x: 220, y: 100 });
  expect(moveCrop(crop, WIDE, 5, -5)).toMatchObject({ x: 300, y: 100 });
});

it('[ACCT-01] zooming out near an edge pulls the crop back in; zoom has its limits', () => {
  const corner = moveCrop(zoomCrop(createCrop(WIDE), WIDE, 4), WIDE, 9, 9);
  expect(corner).toMatchObject({ zoom: 4, x: 375, y: 175 });
  expect(zoomCrop(corner, WIDE, 1)).toMatchObject({ zoom: 1, x: 300, y: 100 });
  expect([zoomCrop(corner, WIDE, 99).zoom, zoomCrop(corner, WIDE, 0.1).zoom]).toEqual([5, 1]);
});
