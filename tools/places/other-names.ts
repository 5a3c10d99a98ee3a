/** Names in the language of the place, or in English, by which people also look for large cities: `CC Name`. */
const CITIES: Record<string, string[]> = {
  'AT Vienna': ['Wien'],
  'BE Antwerpen': ['Antwerp', 'Anvers'],
  'BE Brugge': ['Bruges'],
  'BE Brussels': ['Bruxelles', 'Brussel'],
  'BE Gent': ['Ghent'],
  'BE Liège': ['Luik', 'Lüttich'],
  'BE Ostend': ['Oostende'],
  'CH Basel': ['Bâle'],
  'CH Bern': ['Berne'],
  'CH Genève': ['Geneva', 'Genf'],
  'CH Luzern': ['Lucerne'],
  'CN Beijing': ['Peking'],
  'CN Guangzhou': ['Canton'],
  'CZ Pilsen': ['Plzeň'],
  'CZ Prague': ['Praha'],
  'DE Hannover': ['Hanover'],
  'DE Köln': ['Cologne'],
  'DE Munich': ['München'],
  'DE Nürnberg': ['Nuremberg'],
  'DK Copenhagen': ['København'],
  'DK Århus': ['Aarhus'],
  'ES Palma': ['Mallorca'],
  'ES Sevilla': ['Seville'],
  'ES Zaragoza': ['Saragossa'],
  'FI Helsinki': ['Helsingfors'],
  'GR Athens': ['Athina'],
  'GR Irákleion': ['Heraklion'],
  'IN Bengaluru': ['Bangalore'],
  'IN Chennai': ['Madras'],
  'IN Kolkata': ['Calcutta'],
  'IN Mumbai': ['Bombay'],
  'IT Florence': ['Firenze'],
  'IT Genoa': ['Genova'],
  'IT Milan': ['Milano'],
  'IT Naples': ['Napoli'],
  'IT Padova': ['Padua'],
  'IT Rome': ['Roma'],
  'IT Turin': ['Torino'],
  'IT Venice': ['Venezia'],
  'MX Mexico City': ['Ciudad de México', 'CDMX'],
  'NL The Hague': ['Den Haag', "'s-Gravenhage"],
  'PL Kraków': ['Cracow'],
  'PL Warsaw': ['Warszawa'],
  'PT Lisbon': ['Lisboa'],
  'PT Porto': ['Oporto'],
  'RO Bucharest': ['București'],
  'RS Belgrade': ['Beograd'],
  'RU Moscow': ['Moskva'],
  'SE Göteborg': ['Gothenburg'],
  'UA Kyiv': ['Kiev'],
  'US New York City': ['NYC'],
  'US Washington, D.C.': ['Washington DC'],
};

/** The same for states. */
const STATES: Record<string, string> = {
  'DE Bavaria': 'Bayern',
  'DE Hesse': 'Hessen',
  'DE Lower Saxony': 'Niedersachsen',
  'DE North Rhine-Westphalia': 'Nordrhein-Westfalen',
  'DE Rheinland-Pfalz': 'Rhineland-Palatinate',
  'DE Saxony': 'Sachsen',
  'DE Saxony-Anhalt': 'Sachsen-Anhalt',
  'DE Thuringia': 'Thüringen',
  'ES Andalusia': 'Andalucía',
  'ES Basque Country': 'Euskadi',
  'ES Catalonia': 'Catalunya',
  'FR Brittany': 'Bretagne',
  'FR Corsica': 'Corse',
  'FR Normandy': 'Normandie',
  'IT Lombardy': 'Lombardia',
  'IT Piedmont': 'Piemonte',
  'IT Sardinia': 'Sardegna',
  'IT Sicily': 'Sicilia',
  'IT Tuscany': 'Toscana',
  'AT Tyrol': 'Tirol',
};

/** Other names of the largest city of a name. @throws Error for a city that the list does not have any more */
export function otherNames(cities: readonly { name: string; country: string }[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const [key, names] of Object.entries(CITIES)) {
    const city = cities.findIndex(({ name, country }) => `${country} ${name}` === key);
    if (city < 0) throw new Error(`other-names.ts: there is no city "${key}" any more.`);
    found.set(city, names);
  }
  return found;
}

export const otherStateName = (country: string, name: string): string | undefined =>
  STATES[`${country} ${name}`];

/** A country in its own language: `Deutschland`; undefined where that is the English name. */
export function ownCountryName(code: string, english: string): string | undefined {
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  const name = new Intl.DisplayNames(language, { type: 'region' }).of(code);
  return name === english || name === code ? undefined : name;
}
