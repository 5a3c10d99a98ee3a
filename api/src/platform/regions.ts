/** Members of the European Economic Area, the United Kingdom and Switzerland: their data stays in Europe. */
const EU1 =
  'at be bg ch cy cz de dk ee es fi fr gb gr hr hu ie is it li lt lu lv mt nl no pl pt ro se si sk'.split(
    ' ',
  );
/** Neighbours that are served from the second European region. */
const EU2 = 'ad al ba ge gi mc md me mk rs sm tr ua va xk'.split(' ');

export type DataRegion = 'US' | 'EU1' | 'EU2';

/** Where the data of a country's members is kept; `country` is an ISO code in any case. */
export function dataRegionOf(country: string): DataRegion {
  const code = country.toLowerCase();
  if (EU1.includes(code)) return 'EU1';
  return EU2.includes(code) ? 'EU2' : 'US';
}
