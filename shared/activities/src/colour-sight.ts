type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Full colour blindness of each kind, after Machado, Oliveira and Fernandes (2009), on linear sRGB. */
export const SIGHTS = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>;

// Oklab, after Björn Ottosson (2020): linear sRGB to cone responses, and their cube roots to Lab.
const CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

const times = (matrix: Matrix, [x, y, z]: Triple): Triple => {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
};

const each = ([x, y, z]: Triple, change: (value: number) => number): Triple => [
  change(x),
  change(y),
  change(z),
];

function linear(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** Contrast of two '#RRGGBB' colours after WCAG, from 1 to 21. */
export function contrast(one: string, two: string): number {
  const [a, b] = [one, two].map(
    (hex) =>
      times(
        [
          [0.2126, 0.7152, 0.0722],
          [0, 0, 0],
          [0, 0, 0],
        ],
        linear(hex),
      )[0],
  );
  const [low, high] = [a ?? 0, b ?? 0].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** Distance of two '#RRGGBB' colours in Oklab as somebody with that sight sees them; about 0.02 is just visible. */
export function difference(one: string, two: string, sight: keyof typeof SIGHTS): number {
  const seen = (hex: string) =>
    times(
      LAB,
      each(
        times(
          CONES,
          each(times(SIGHTS[sight], linear(hex)), (v) => Math.max(0, v)),
        ),
        Math.cbrt,
      ),
    );
  const [a, b] = [seen(one), seen(two)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
