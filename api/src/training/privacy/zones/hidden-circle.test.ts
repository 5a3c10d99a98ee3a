import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import { areasOfPlaces, fitCircle, metersApart } from '../testing.ts';
import { hiddenCircle, MAX_SHIFT } from './hidden-circle.ts';
import { circleOf, isInside, passesThrough, placeFrom, vectorOf } from '../redaction/sphere.ts';

const ZONE = { lat: 52.2, lng: 21.01, radius: 300 };

test('[DATA-03] the hidden circle covers the member’s, whatever it was moved by, at the poles and the date line too', () => {
  for (const lat of [52.2, 0, -89.9999, 90]) {
    for (const lng of [21.01, 180, -180]) {
      const zone = { lat, lng, radius: 500 };
      const hidden = circleOf(hiddenCircle(randomBytes(32), zone));
      for (let i = 0; i < 36; i++) {
        const edge = placeFrom(lat, lng, (i * Math.PI) / 18, 499.9);
        assert.ok(isInside(hidden, vectorOf(edge.lat, edge.lng)), `${lat} ${lng} ${i}`);
      }
    }
  }
});

test('[DATA-03] who fits a circle to 200 track ends finds the hidden circle, and the member’s centre is anywhere in a disc of 0.7 r', () => {
  const apart: number[] = [];
  const sum = [0, 0];
  for (let n = 0; n < 200; n++) {
    const hidden = hiddenCircle(randomBytes(32), ZONE);
    const ends = Array.from({ length: 200 }, (_, i) =>
      placeFrom(hidden.lat, hidden.lng, (i * Math.PI) / 100, hidden.radius),
    );
    const guess = fitCircle(ends);
    assert.ok(metersApart(guess, hidden) < 1, 'the fit is as good as it gets');
    // What was fitted says the member's radius, and nothing about how far the circle was moved.
    assert.ok(Math.abs(guess.radius - ZONE.radius * (1 + MAX_SHIFT)) < 1);
    apart.push(metersApart(guess, ZONE) / ZONE.radius);
    sum[0]! += guess.lat - ZONE.lat;
    sum[1]! += guess.lng - ZONE.lng;
  }
  apart.sort((a, b) => a - b);
  assert.ok(apart.at(-1)! <= MAX_SHIFT + 0.01);
  // Even over the disc: half of the centres lie outside 0.7 r / sqrt(2), a twentieth inside 0.7 r / sqrt(20).
  assert.ok(apart[100]! > 0.41 && apart[100]! < 0.57, `median ${apart[100]}`);
  assert.ok(apart.filter((far) => far < 0.157).length < 25);
  // No direction is likelier than another.
  assert.ok(Math.abs(sum[0]! / 200) * 111_000 < 60 && Math.abs(sum[1]! / 200) * 68_000 < 60);
});

test('[DATA-03] the edge stays when a zone is deleted and made again, or nudged; another radius has a direction of its own', () => {
  const key = randomBytes(32);
  const hidden = hiddenCircle(key, ZONE);
  assert.deepEqual(hiddenCircle(key, { ...ZONE }), hidden);
  const nudged = hiddenCircle(key, { ...ZONE, lat: ZONE.lat + 0.0002 });
  assert.ok(Math.abs(metersApart(nudged, hidden) - 22.2) < 1);
  const bearings = [200, 300, 400].map((radius) => {
    const { lat, lng } = hiddenCircle(key, { ...ZONE, radius });
    return Math.atan2((lng - ZONE.lng) * Math.cos((ZONE.lat * Math.PI) / 180), lat - ZONE.lat);
  });
  assert.equal(new Set(bearings.map((bearing) => bearing.toFixed(3))).size, 3);
  assert.notDeepEqual(hiddenCircle(randomBytes(32), ZONE), hidden);
});

test('[DATA-03] a way that cuts through a circle is seen, one that passes it or ends before it is not', () => {
  const [circle] = areasOfPlaces({ lat: 0, lng: 180, radius: 1000 }).circles;
  const at = (lat: number, lng: number) => vectorOf(lat, lng);
  assert.ok(passesThrough(circle!, at(0, 179.9), at(0, -179.9)));
  assert.ok(passesThrough(circle!, at(0.005, 179.9), at(0.005, -179.9)));
  assert.ok(!passesThrough(circle!, at(0.02, 179.9), at(0.02, -179.9)));
  assert.ok(!passesThrough(circle!, at(0, 179.8), at(0, 179.9)));
  assert.ok(!passesThrough(circle!, at(0, 0.1), at(0, -0.1)), 'the other side of the earth');
  const [pole] = areasOfPlaces({ lat: 90, lng: 0, radius: 1000 }).circles;
  assert.ok(passesThrough(pole!, at(89.9, 0), at(89.9, 180)));
  assert.ok(isInside(pole!, at(89.995, 123)));
});
